"use client";

import { Button } from "./button";

/** Says that a form was filled with what the person typed before they closed it. */
export function DraftLine({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 text-small text-quiet">
      Restored what you typed.
      <Button
        look="text"
        size="compact"
        onClick={(event) => {
          const form = event.currentTarget.closest("form");
          onDiscard();
          // The button disappears, so the focus goes on to the first field.
          form?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
        }}
      >
        Discard
      </Button>
    </p>
  );
}

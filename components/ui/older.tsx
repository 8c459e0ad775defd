"use client";

import { goTo, useAddress } from "./address";
import { Button } from "./button";

interface OlderProps {
  /** The cursor of the next page; undefined on the last one. */
  next: string | undefined;
}

/**
 * Pagination of a list without a total: links to the first and the next page. The browser's back button leads to the
 * previous one.
 */
export function Older({ next }: OlderProps) {
  const { params, withParams } = useAddress();
  const isFirst = !params.has("cursor");
  if (isFirst && next === undefined) return null;
  const go = (value: string | undefined) => {
    goTo(withParams({ cursor: value, skip: undefined }));
    window.scrollTo(0, 0);
  };
  return (
    <nav aria-label="Pages of the list" className="flex justify-end gap-2 pt-3">
      <Button look="plain" size="compact" disabled={isFirst} onClick={() => go(undefined)}>
        First page
      </Button>
      <Button
        look="plain"
        size="compact"
        data-page={next === undefined ? undefined : "j"}
        disabled={next === undefined}
        onClick={() => go(next)}
      >
        Next page
      </Button>
    </nav>
  );
}

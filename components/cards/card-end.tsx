"use client";

import dynamic from "next/dynamic";
import { goTo, useAddress } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import type { Card } from "./queries";

// Loaded when it is opened.
const TerminateCard = dynamic(
  () => import("./terminate-card").then(({ TerminateCard }) => TerminateCard),
  { ssr: false },
);

/** The permanent end of a card, at the end of its sheet, away from the actions that can be undone. */
export function CardEnd({ card }: { card: Card }) {
  const { params, withParams } = useAddress();
  const ask = (what: string | undefined) => goTo(withParams({ do: what }), { isReplacing: true });
  return (
    <section className="flex items-center justify-between gap-4 border-t border-line pt-4">
      <p className="text-small text-quiet">
        Terminating is permanent and returns the balance to your wallet.
      </p>
      <Button
        look="plain"
        size="compact"
        className="shrink-0 text-failed"
        onClick={() => ask("terminate")}
      >
        Terminate
      </Button>
      {params.get("do") === "terminate" && (
        <TerminateCard card={card} onClose={() => ask(undefined)} />
      )}
    </section>
  );
}

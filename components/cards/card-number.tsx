"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Card } from "./queries";
import { useSecrets } from "./use-secrets";

// Loaded on first use.
const RevealCard = dynamic(() => import("./reveal-card").then(({ RevealCard }) => RevealCard), {
  ssr: false,
});
const CardFace = dynamic(() => import("./card-face").then(({ CardFace }) => CardFace), {
  ssr: false,
});

/** Returns the button that shows the card number, and the card with its number while it is shown. */
export function useCardNumber(card: Card): { button: ReactNode; face: ReactNode } {
  const { secrets, leftS, show, hide } = useSecrets();
  const [isAsking, setAsking] = useState(false);
  return {
    // One button, so that the focus stays on it when the number is shown or hidden.
    button: (
      <Button look="plain" size="compact" onClick={secrets ? hide : () => setAsking(true)}>
        {secrets ? "Hide number" : "Show number"}
      </Button>
    ),
    face: (
      <>
        {secrets && <CardFace card={card} secrets={secrets} leftS={leftS} />}
        {isAsking && <RevealCard card={card} onRevealed={show} onClose={() => setAsking(false)} />}
      </>
    ),
  };
}

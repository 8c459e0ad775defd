"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import { Icon } from "@/components/ui/icon";
import type { Card } from "./queries";
import { SHOWN_S, useSecrets } from "./use-secrets";

// Loaded on first use.
const RevealCard = dynamic(() => import("./reveal-card").then(({ RevealCard }) => RevealCard), {
  ssr: false,
});

/** `4000 0012 3456 4242` */
const grouped = (digits: string) => digits.replace(/(.{4})(?=.)/g, "$1 ");

/** The picture of a card; its number and CVV are shown for half a minute after step-up authentication. */
export function CardFace({ card, mayReveal }: { card: Card; mayReveal: boolean }) {
  const { secrets, leftS, show, hide } = useSecrets();
  const [isAsking, setAsking] = useState(false);
  const { cardNumber, cardCvv, cardExpiry } = secrets ?? card;
  const isMasked = secrets === undefined;
  return (
    <div className="space-y-3">
      <div
        className={classNames(
          "flex aspect-[1.586] w-full flex-col justify-between rounded-large border border-line-strong p-5",
          card.status === "active" ? "bg-accent-faint" : "bg-sunken text-quiet",
        )}
      >
        <div className="flex justify-between gap-4 text-small">
          <span className="min-w-0 font-medium break-words">{card.cardName}</span>
          <span className="shrink-0">Virtual · {card.cardCurrency}</span>
        </div>
        <p className="flex items-center gap-2 font-mono text-[1.0625rem]">
          <span className="sr-only">
            {isMasked ? `Number hidden, ending ${card.last4}` : "Number"}
          </span>
          <span aria-hidden={isMasked}>{grouped(cardNumber)}</span>
          {!isMasked && <CopyButton text={cardNumber} label="the card number" />}
        </p>
        <dl className="flex gap-8 text-small">
          <div>
            <dt className="text-quiet">Expires</dt>
            <dd className="font-mono">{cardExpiry}</dd>
          </div>
          <div>
            <dt className="text-quiet">CVV</dt>
            <dd className="flex items-center gap-1 font-mono">
              <span aria-hidden={isMasked}>{cardCvv}</span>
              {isMasked ? (
                <span className="sr-only">hidden</span>
              ) : (
                <CopyButton text={cardCvv} label="the CVV" />
              )}
            </dd>
          </div>
        </dl>
      </div>
      {mayReveal && (
        <div className="flex items-center gap-3 text-small text-quiet">
          {isMasked ? (
            <Button look="plain" size="compact" onClick={() => setAsking(true)}>
              <Icon name="eye" size={16} />
              Show card number and CVV
            </Button>
          ) : (
            <>
              <Button look="plain" size="compact" onClick={hide}>
                Hide
              </Button>
              <span className="tabular-nums">Hides in {leftS} s</span>
              <span role="status" className="sr-only">
                Shown for {SHOWN_S} seconds
              </span>
            </>
          )}
        </div>
      )}
      {isAsking && <RevealCard card={card} onRevealed={show} onClose={() => setAsking(false)} />}
    </div>
  );
}

import { CopyButton } from "@/components/ui/copy-button";
import type { ApiData } from "@/lib/api/client/types";
import type { Card } from "./queries";
import { SHOWN_S } from "./use-secrets";

/** `4000 0012 3456 4242` */
const grouped = (digits: string) => digits.replace(/(.{4})(?=.)/g, "$1 ");

interface CardFaceProps {
  card: Card;
  secrets: ApiData<"revealCard">;
  /** The seconds until the number is hidden. */
  leftS: number;
}

/** The picture of a card with its number and CVV, shown for half a minute after step-up authentication. */
export function CardFace({ card, secrets, leftS }: CardFaceProps) {
  const { cardNumber, cardCvv, cardExpiry } = secrets;
  return (
    <div className="space-y-2">
      <div className="flex aspect-[1.586] w-full flex-col justify-between rounded-large border border-line-strong bg-accent-faint p-5">
        <div className="flex justify-between gap-4 text-small">
          <span className="min-w-0 font-medium break-words">{card.cardName}</span>
          <span className="shrink-0">Virtual · {card.cardCurrency}</span>
        </div>
        <p className="flex items-center gap-2 font-mono text-[1.0625rem]">
          <span className="sr-only">Number</span>
          <span>{grouped(cardNumber)}</span>
          <CopyButton text={cardNumber} label="the card number" />
        </p>
        <dl className="flex gap-8 text-small">
          <div>
            <dt className="text-quiet">Expires</dt>
            <dd className="font-mono">{cardExpiry}</dd>
          </div>
          <div>
            <dt className="text-quiet">CVV</dt>
            <dd className="flex items-center gap-1 font-mono">
              <span>{cardCvv}</span>
              <CopyButton text={cardCvv} label="the CVV" />
            </dd>
          </div>
        </dl>
      </div>
      <p className="text-small text-quiet tabular-nums">Hides in {leftS} s</p>
      <span role="status" className="sr-only">
        Shown for {SHOWN_S} seconds
      </span>
    </div>
  );
}

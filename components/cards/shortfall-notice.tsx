import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import { dollars } from "@/components/ui/words";
import { type Card, useCardShortfall } from "./queries";

function remedyOf({ status, fundingType }: Card): string {
  if (status === "terminated")
    return "Refunds to the card pay it first. The operator settles the rest with you.";
  return fundingType === "float"
    ? "The next funding pays it first."
    : "The next deposit pays it first.";
}

/** Says that the card network collected more than the card had. Nothing is shown for a card that owes nothing. */
export function ShortfallNotice({ card }: { card: Card }) {
  const { data } = useCardShortfall(card.serviceCardId);
  if (!data?.since || data.amount === 0) return null;
  return (
    <Notice state="attention" title={`The card owes ${dollars(data.amount)}`}>
      <p>
        The card network collected more than the card had, since{" "}
        <Time instant={data.since} isExact />. {remedyOf(card)}
      </p>
    </Notice>
  );
}

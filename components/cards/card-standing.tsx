import type { State } from "@/components/ui/state-mark";
import { StateMark } from "@/components/ui/state-mark";
import { useNow } from "@/components/ui/use-now";
import { isExpired } from "@/lib/cards/expiry";
import type { Card } from "./queries";

function standingOf(
  { status, availableBalance, fundingType, cardExpiry }: Card,
  nowMs: number | undefined,
): [State, string] {
  if (status === "terminated")
    return ["failed", "Terminated for good. What it had went back to your wallet."];
  if (status === "frozen")
    return ["attention", "Frozen: every purchase is declined until you unfreeze it."];
  if (nowMs !== undefined && isExpired(cardExpiry, new Date(nowMs)))
    return [
      "failed",
      `Expired at the end of ${cardExpiry}: every purchase is declined. Terminate it to get its balance back, and create another.`,
    ];
  if (availableBalance > 0) return ["settled", "Ready to spend."];
  return fundingType === "float"
    ? ["waiting", "Active, but empty: fund it before it is used."]
    : ["waiting", "Active, but empty: it waits for a deposit to its address."];
}

/** Whether the card can be used right now, and if not, why. */
export function CardStanding({ card }: { card: Card }) {
  const [state, text] = standingOf(card, useNow());
  return (
    <p className="flex items-center gap-2 font-medium">
      <StateMark state={state} />
      {text}
    </p>
  );
}

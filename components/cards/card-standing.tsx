import { useReader } from "@/components/ui/reader";
import type { State } from "@/components/ui/state-mark";
import { StateMark } from "@/components/ui/state-mark";
import { useNow } from "@/components/ui/use-now";
import { useClockAdvanceS } from "@/lib/api/client/sandbox-clock";
import { isExpired } from "@/lib/cards/expiry";
import type { Card } from "./queries";

function standingOf(
  { status, availableBalance, fundingType, cardExpiry }: Card,
  nowMs: number | undefined,
): [State | undefined, string] {
  if (status === "terminated")
    return [undefined, "Terminated. The remaining balance was returned to your wallet."];
  if (status === "frozen")
    return ["attention", "Frozen. All purchases are declined until you unfreeze the card."];
  if (nowMs !== undefined && isExpired(cardExpiry, new Date(nowMs)))
    return [
      "failed",
      `Expired at the end of ${cardExpiry}. All purchases are declined. Terminate the card to return its balance to your wallet.`,
    ];
  if (availableBalance > 0) return ["settled", "Active and ready to use."];
  return fundingType === "float"
    ? ["waiting", "Active, but the balance is zero. Fund the card to use it."]
    : ["waiting", "Active, but the balance is zero. Send a deposit to its address."];
}

/** Says whether the card can be used now, and if not, why. */
export function CardStanding({ card }: { card: Card }) {
  const nowMs = useNow();
  const advanceS = useClockAdvanceS(useReader().isSandbox);
  const [state, text] = standingOf(card, nowMs && nowMs + advanceS * 1_000);
  return (
    <p className="flex items-start gap-2 font-medium">
      <span className="flex h-[1lh] items-center">
        <StateMark state={state} />
      </span>
      {text}
    </p>
  );
}

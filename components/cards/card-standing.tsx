import type { State } from "@/components/ui/state-mark";
import { StateMark } from "@/components/ui/state-mark";
import type { Card } from "./queries";

function standingOf({ status, availableBalance, fundingType }: Card): [State, string] {
  if (status === "terminated")
    return ["failed", "Terminated for good. What it had went back to your wallet."];
  if (status === "frozen")
    return ["attention", "Frozen: every purchase is declined until you unfreeze it."];
  if (availableBalance > 0) return ["settled", "Ready to spend."];
  return fundingType === "float"
    ? ["waiting", "Active, but empty: fund it before it is used."]
    : ["waiting", "Active, but empty: it waits for a deposit to its address."];
}

/** Whether the card can be used right now, and if not, why. */
export function CardStanding({ card }: { card: Card }) {
  const [state, text] = standingOf(card);
  return (
    <p className="flex items-center gap-2 font-medium">
      <StateMark state={state} />
      {text}
    </p>
  );
}

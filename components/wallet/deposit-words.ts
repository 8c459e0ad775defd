import type { State } from "@/components/ui/state-mark";
import type { DepositDetail } from "./queries";

/** Returns the icon and word of a deposit's status. */
export function stateOf(deposit: DepositDetail): { state: State; word: string } {
  const { status, confirmations, requiredConfirmations } = deposit;
  if (status === "credited") return { state: "settled", word: "Credited" };
  if (status === "held") return { state: "attention", word: "Held" };
  return { state: "waiting", word: `Confirming, ${confirmations} of ${requiredConfirmations}` };
}

/** Says where the money is, and what to do. */
export function whereaboutsOf({ status, serviceCardId }: DepositDetail): string {
  if (status === "held")
    return "The deposit was sent to the address of a terminated card. Contact support to have it credited to your wallet.";
  const owner = serviceCardId === undefined ? "your wallet" : "the card";
  if (status === "credited") return `Credited to ${owner}.`;
  return `Waiting for confirmations. The deposit is credited to ${owner} automatically.`;
}

/** Says how many confirmations the transaction has and needs. */
export function depthOf({ status, confirmations, requiredConfirmations }: DepositDetail): string {
  return status === "confirming"
    ? `${confirmations} of ${requiredConfirmations}`
    : `${confirmations} (${requiredConfirmations} required)`;
}

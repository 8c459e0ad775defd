import type { State } from "@/components/ui/state-mark";
import type { DepositDetail } from "./queries";

/** Its state as a mark and its word. */
export function stateOf(deposit: DepositDetail): { state: State; word: string } {
  const { status, confirmations, requiredConfirmations } = deposit;
  if (status === "credited") return { state: "settled", word: "Credited" };
  if (status === "held") return { state: "attention", word: "Held by the operator" };
  return { state: "waiting", word: `Confirming, ${confirmations} of ${requiredConfirmations}` };
}

/** Where the money is, and what there is to do. */
export function whereaboutsOf({ status, serviceCardId }: DepositDetail): string {
  if (status === "held")
    return "It came to the address of a terminated card. Ask the operator where it should go.";
  const owner = serviceCardId === undefined ? "your wallet" : "the card";
  if (status === "credited") return `The money came to ${owner}.`;
  return `The transaction is in a block. Once it is confirmed the money comes to ${owner} by itself: there is nothing to do.`;
}

/** How deep its transaction is, and how deep it has to be. */
export function depthOf({ status, confirmations, requiredConfirmations }: DepositDetail): string {
  return status === "confirming"
    ? `${confirmations} of ${requiredConfirmations}`
    : `${confirmations}, with ${requiredConfirmations} needed`;
}

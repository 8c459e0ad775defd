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
  const place = serviceCardId === undefined ? "in your wallet" : "on the card";
  if (status === "credited") return `The money is ${place}.`;
  return `The transaction is in a block. Once it is confirmed the money is ${place} by itself: there is nothing to do.`;
}

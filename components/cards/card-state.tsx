import type { State } from "@/components/ui/state-mark";
import { StateWord } from "@/components/ui/state-word";
import type { CardStatus, CardTransactionStatus } from "@/lib/cards/states";

const CARD_STATES: Record<CardStatus, { state: State | undefined; word: string }> = {
  active: { state: "settled", word: "Active" },
  frozen: { state: "attention", word: "Frozen" },
  terminated: { state: undefined, word: "Terminated" },
};

const TRANSACTION_STATES: Record<CardTransactionStatus, { state: State; word: string }> = {
  authorized: { state: "waiting", word: "Held" },
  declined: { state: "failed", word: "Declined" },
  reversed: { state: "attention", word: "Reversed" },
  settled: { state: "settled", word: "Settled" },
};

/** What the list can be held to. */
export const STATUS_OPTIONS = Object.entries(CARD_STATES).map(([value, { word }]) => ({
  value,
  word,
}));

/** Whether a card can be used. */
export function CardState({ status }: { status: CardStatus }) {
  return <StateWord {...CARD_STATES[status]} />;
}

/** What became of a card transaction. */
export function CardTransactionState({ status }: { status: CardTransactionStatus }) {
  return <StateWord {...TRANSACTION_STATES[status]} />;
}

import type { State } from "@/components/ui/state-mark";
import { StateWord } from "@/components/ui/state-word";
import type { CardStatus, CardTransactionStatus } from "@/lib/cards/states";
import { STATUS_WORDS } from "@/lib/cards/transaction-words";

const CARD_STATES: Record<CardStatus, { state: State | undefined; word: string }> = {
  active: { state: "settled", word: "Active" },
  frozen: { state: "attention", word: "Frozen" },
  terminated: { state: undefined, word: "Terminated" },
};

/** The options of the status filter. */
export const STATUS_OPTIONS = Object.entries(CARD_STATES).map(([value, { word }]) => ({
  value,
  word,
}));

/** The status of a card. */
export function CardState({ status }: { status: CardStatus }) {
  return <StateWord {...CARD_STATES[status]} />;
}

/** The status of a card transaction. */
export function CardTransactionState({ status }: { status: CardTransactionStatus }) {
  return <StateWord {...STATUS_WORDS[status]} />;
}

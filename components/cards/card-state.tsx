import { StateWord } from "@/components/ui/state-word";
import type { CardStatus, CardTransactionStatus } from "@/lib/cards/states";
import { CARD_STATUS_WORDS } from "@/lib/cards/status-words";
import { STATUS_WORDS } from "@/lib/cards/transaction-words";

/** The options of the status filter. */
export const STATUS_OPTIONS = Object.entries(CARD_STATUS_WORDS).map(([value, { word }]) => ({
  value,
  word,
}));

/** The status of a card. */
export function CardState({ status }: { status: CardStatus }) {
  return <StateWord {...CARD_STATUS_WORDS[status]} />;
}

/** The status of a card transaction. */
export function CardTransactionState({ status }: { status: CardTransactionStatus }) {
  return <StateWord {...STATUS_WORDS[status]} />;
}

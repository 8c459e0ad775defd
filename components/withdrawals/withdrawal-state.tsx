import { StateWord } from "@/components/ui/state-word";
import { STATE_WORDS } from "@/lib/withdrawals/state-words";
import type { WithdrawalStatus } from "@/lib/withdrawals/states";

/** The options of the status filter. */
export const STATUS_OPTIONS = Object.entries(STATE_WORDS).map(([value, { word }]) => ({
  value,
  word,
}));

/** Where the money is. */
export function WithdrawalState({ status }: { status: WithdrawalStatus }) {
  return <StateWord {...STATE_WORDS[status]} />;
}

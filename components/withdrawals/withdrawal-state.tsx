import { StateWord } from "@/components/ui/state-word";
import { STATE_WORDS } from "@/lib/withdrawals/state-words";
import type { WithdrawalStatus } from "@/lib/withdrawals/states";

/** What a list can be held to. */
export const STATUS_OPTIONS = Object.entries(STATE_WORDS).map(([value, { word }]) => ({
  value,
  word,
}));

/** Where the money is. */
export function WithdrawalState({ status }: { status: WithdrawalStatus }) {
  return <StateWord {...STATE_WORDS[status]} />;
}

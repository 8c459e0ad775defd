import { StateWord } from "@/components/ui/state-word";
import { STATE_WORDS } from "@/lib/withdrawals/state-words";
import { isStopped } from "./is-stopped";
import type { QueuedWithdrawal } from "./queries";

/** What the queue can be held to besides what waits. */
export const DECIDED_OPTIONS = Object.entries(STATE_WORDS)
  .map(([value, { word }]) => ({ value, word }))
  .filter(({ value }) => value !== "pending");

/** What waits and the reader has not approved. */
export const NEEDS_ME_OPTION = { value: "needs_me", word: "Needs me" };

/** How far a withdrawal is; an approved one may be kept from being sent. */
export function WithdrawalState({ withdrawal }: { withdrawal: QueuedWithdrawal }) {
  const isKept = withdrawal.status === "approved" && isStopped(withdrawal);
  return isKept ? (
    <StateWord state="attention" word="Not sent" />
  ) : (
    <StateWord {...STATE_WORDS[withdrawal.status]} />
  );
}

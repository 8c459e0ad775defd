import { StateWord } from "@/components/ui/state-word";
import { STATE_WORDS } from "@/lib/withdrawals/state-words";
import { isStopped } from "./is-stopped";
import type { QueuedWithdrawal } from "./queries";

/** The filter options besides the pending withdrawals. */
export const DECIDED_OPTIONS = Object.entries(STATE_WORDS)
  .map(([value, { word }]) => ({ value, word }))
  .filter(({ value }) => value !== "pending");

/** The withdrawals that the queue shows by default. */
export const PENDING_OPTION = { value: "pending", word: STATE_WORDS.pending.word };

/** Selects the pending withdrawals that the reader has not approved. */
export const NEEDS_ME_OPTION = { value: "needs_me", word: "Needs me" };

/** Selects the pending withdrawals that wait for a second person of their partner. */
export const NEEDS_PARTNER_OPTION = { value: "needs_partner", word: "Needs partner" };

/** The status of a withdrawal; an approved one can be stopped by an obstacle. */
export function WithdrawalState({ withdrawal }: { withdrawal: QueuedWithdrawal }) {
  const isKept = withdrawal.status === "approved" && isStopped(withdrawal);
  return isKept ? (
    <StateWord state="attention" word="Not sent" />
  ) : (
    <StateWord {...STATE_WORDS[withdrawal.status]} />
  );
}

import type { State } from "@/components/ui/state-mark";
import { StateWord } from "@/components/ui/state-word";
import type { WithdrawalStatus } from "@/lib/withdrawals/states";
import { isStopped } from "./is-stopped";
import type { QueuedWithdrawal } from "./queries";

const STATES: Record<WithdrawalStatus, { state: State | undefined; word: string }> = {
  pending: { state: "waiting", word: "Waiting" },
  approved: { state: "waiting", word: "Sending" },
  completed: { state: "settled", word: "Sent" },
  cancelled: { state: undefined, word: "Cancelled" },
  rejected: { state: "attention", word: "Rejected" },
  failed: { state: "failed", word: "Failed" },
};

/** What the queue can be held to besides what waits. */
export const DECIDED_OPTIONS = Object.entries(STATES)
  .map(([value, { word }]) => ({ value, word }))
  .filter(({ value }) => value !== "pending");

/** How far a withdrawal is; an approved one may be kept from being sent. */
export function WithdrawalState({ withdrawal }: { withdrawal: QueuedWithdrawal }) {
  const isKept = withdrawal.status === "approved" && isStopped(withdrawal);
  return isKept ? (
    <StateWord state="attention" word="Not sent" />
  ) : (
    <StateWord {...STATES[withdrawal.status]} />
  );
}

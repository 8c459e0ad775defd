import type { WithdrawalStatus } from "./states";

/** The label of a withdrawal's status and the mark beside it. */
export const STATE_WORDS = {
  pending: { state: "waiting", word: "Pending" },
  approved: { state: "waiting", word: "Approved" },
  completed: { state: "settled", word: "Completed" },
  cancelled: { state: undefined, word: "Cancelled" },
  rejected: { state: "attention", word: "Rejected" },
  failed: { state: "failed", word: "Failed" },
} as const satisfies Record<WithdrawalStatus, { state: string | undefined; word: string }>;

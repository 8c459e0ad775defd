import { outlastLoss } from "@/lib/db/outlast-loss";
import { currentRequestId } from "@/lib/kernel/request-context";
import type { Claim, ClaimedRow } from "./change-set";

/**
 * Runs a commit, and again when the database is back if its connection was lost: it may have been executed or not, and its claim
 * tells. A commit without a claim could be executed twice, so its error is thrown.
 * Source: docs/decisions/0128-repeat-a-lost-commit.md
 * @param attempt commits; its argument says whether an attempt before it was lost
 */
export function outlastLostCommit<T>(
  claim: Claim | undefined,
  attempt: (isRepeated: boolean) => Promise<T>,
): Promise<T> {
  return claim ? outlastLoss(attempt) : attempt(false);
}

/** Whether the current request claimed a row, and not another request with the same key. */
export function isOwn(row: ClaimedRow): boolean {
  return row.request_id !== null && row.request_id === currentRequestId();
}

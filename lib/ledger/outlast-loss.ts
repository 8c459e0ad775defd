import { MAX_LOSSES, untilBack } from "@/lib/db";
import { isAway, wasNotSent } from "@/lib/db/is-away";
import { currentRequestId } from "@/lib/kernel/request-context";
import type { Claim, ClaimedRow } from "./change-set";

const isLost = (error: unknown) => isAway(error) && !wasNotSent(error);

/**
 * Runs a commit, and again when the database is back if its connection was lost: it may have been executed or not, and its claim
 * tells. A commit without a claim could be executed twice, so its error is thrown. One that was not sent has waited already.
 * Source: docs/decisions/0128-repeat-a-lost-commit.md
 * @param attempt commits; its argument says whether an attempt before it was lost
 */
export async function outlastLoss<T>(
  claim: Claim | undefined,
  attempt: (isRepeated: boolean) => Promise<T>,
): Promise<T> {
  for (let losses = 0; ; losses += 1) {
    try {
      return await attempt(losses > 0);
    } catch (error) {
      if (!claim || !isLost(error) || losses === MAX_LOSSES) throw error;
      await untilBack();
    }
  }
}

/** Whether the current request claimed a row, and not another request with the same key. */
export function isOwn(row: ClaimedRow): boolean {
  return row.request_id !== null && row.request_id === currentRequestId();
}

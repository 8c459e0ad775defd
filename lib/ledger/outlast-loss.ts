import { isAway } from "@/lib/db/is-away";
import type { Claim, ClaimedRow } from "./change-set";

/**
 * Runs a commit, and once more if its connection was lost: it may have been executed or not, and its claim tells. A commit without a
 * claim would be executed twice, so that its error is thrown.
 * Source: docs/decisions/0128-repeat-a-lost-commit.md
 * @param attempt commits; its argument says whether an attempt before it was lost
 */
export async function outlastLoss<T>(
  claim: Claim | undefined,
  attempt: (isRepeated: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await attempt(false);
  } catch (error) {
    if (!claim || !isAway(error)) throw error;
    return attempt(true);
  }
}

/** Whether a row is the claim itself, and not that of another request with the same key. */
export function isOwnRow(claim: Claim, row: ClaimedRow): boolean {
  return (
    row.request_hash === claim.requestHash &&
    row.resource_id === (claim.resourceId ?? null) &&
    row.response === (JSON.stringify(claim.response) ?? null) &&
    new Date(row.created_at).getTime() === claim.createdAt.getTime()
  );
}

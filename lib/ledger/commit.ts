import { orRevoked } from "@/lib/db/revoked";
import { type AuditContext, currentAuditContext, newAuditEntry } from "@/lib/kernel/audit-context";
import { announceEvents } from "@/lib/kernel/committed-events";
import { errorCodeOf } from "@/lib/kernel/error-code";
import { currentCallerId, currentCredential, currentRequestId } from "@/lib/kernel/request-context";
import type { ChangeSet, Claim, ClaimedRow } from "./change-set";
import { groupCommit } from "./group-commit";
import { mergeChangeSets } from "./merge-change-sets";
import type { Submission } from "./message";
import { isOwn, outlastLostCommit } from "./outlast-lost-commit";
import { noticeOf, publishChanges } from "./publish-changes";
import { StaleDecision } from "./stale-decision";

const STALE = "PW001";
const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";
const DEADLOCK = "40P01";
const SERIALIZATION = "40001";
const CHECK_VIOLATION = "23514";
/** Errors that a concurrent transaction between the read and the commit can cause. */
const RETRYABLE = new Set([
  STALE,
  UNIQUE_VIOLATION,
  FOREIGN_KEY_VIOLATION,
  DEADLOCK,
  SERIALIZATION,
]);

/** The constraints that refuse a negative balance. */
const BALANCE_CHECKS = new Set(["entries_balance_after", "accounts_balance_not_negative"]);

/** An earlier request claimed the idempotency key; `row` is that request's claim. Nothing was written. */
export class ClaimedBefore extends Error {
  override readonly name = "ClaimedBefore";
  readonly claim: Claim;
  readonly row: ClaimedRow;

  constructor(claim: Claim, row: ClaimedRow) {
    super("the idempotency key was used before");
    this.claim = claim;
    this.row = row;
  }
}

function isRetryable(error: unknown): boolean {
  const code = errorCodeOf(error) ?? "";
  const isBalance =
    code === CHECK_VIOLATION &&
    error instanceof Error &&
    "constraint" in error &&
    BALANCE_CHECKS.has(String(error.constraint));
  return isBalance || RETRYABLE.has(code);
}

/** The created row, if there is one, is the target of the audit entry. */
function madeBy({ claim, insert = {} }: ChangeSet): string | undefined {
  const [made] = [...(insert.withdrawals ?? []), ...(insert.cards ?? []), ...(insert.users ?? [])];
  if (made && "id" in made) return String(made.id);
  return claim?.resourceId;
}

function withAuditEntry(changeSet: ChangeSet, context: AuditContext): ChangeSet {
  const row = newAuditEntry({ ...context, targetId: madeBy(changeSet) ?? context.targetId });
  return mergeChangeSets(changeSet, { insert: { audit_entries: [row] } });
}

/** Adds the caller's credential and the audit entry. `publish` publishes the change notice after the commit. */
export function prepare(changeSet: ChangeSet): { submission: Submission; publish: () => void } {
  const notice = noticeOf(changeSet);
  const context = currentAuditContext();
  return {
    submission: {
      changeSet: context ? withAuditEntry(changeSet, context) : changeSet,
      requestId: currentRequestId(),
      callerId: currentCallerId(),
      credential: currentCredential(),
    },
    publish: () => {
      if (context) context.isWritten = true;
      publishChanges(notice);
      if (changeSet.events && changeSet.events.length > 0) announceEvents();
    },
  };
}

/** The error to throw for a failed commit: StaleDecision if a retry can succeed. */
export const orStale = (error: unknown): unknown =>
  isRetryable(error) ? new StaleDecision(error) : orRevoked(error);

/** True for a change set, or a part of one, that neither writes nor checks anything. */
function isEmpty(part: unknown): boolean {
  if (Array.isArray(part)) return part.length === 0;
  const isObject = typeof part === "object" && part?.constructor === Object;
  return part === undefined || (isObject && Object.values(part).every(isEmpty));
}

/** True if a commit would change and check nothing: a caller's credential is checked by every commit. */
const hasNoEffect = ({ changeSet, callerId, credential }: Submission): boolean =>
  callerId === undefined && credential === undefined && isEmpty(changeSet);

/** Returns the row of an earlier request that claimed the idempotency key; nothing was committed then. */
function submit(submission: Submission): Promise<ClaimedRow | null> {
  return outlastLostCommit(submission.changeSet.claim, async (isRepeated) => {
    const claimed = await groupCommit().submit(submission);
    const wasExecuted = isRepeated && claimed !== null && isOwn(claimed);
    return wasExecuted ? null : claimed;
  });
}

/**
 * Commits what a use case decided, in one statement and one transaction. Change sets that arrive at the same time share
 * them (docs/decisions/0035-group-commit.md). For a request of a person the commit includes the audit entry. An empty
 * change set, such as of a request that was decided before, takes no statement.
 * @throws StaleDecision if a row that was read has changed or a balance is too low: read and decide again.
 * @throws ClaimedBefore if an earlier request used the idempotency key.
 * @throws ServiceError PARTNER_SUSPENDED, UNAUTHORIZED, SESSION_REQUIRED or ROLE_NOT_ALLOWED if, since the request was
 * authorized, the calling partner was suspended, the API key was revoked, the session ended or the role changed.
 */
export async function commit(changeSet: ChangeSet): Promise<void> {
  const { submission, publish } = prepare(changeSet);
  if (hasNoEffect(submission)) return;
  const claimed = await submit(submission).catch((error: unknown) => {
    throw orStale(error);
  });
  if (claimed && changeSet.claim) throw new ClaimedBefore(changeSet.claim, claimed);
  publish();
}

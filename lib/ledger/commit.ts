import { orRevoked } from "@/lib/db/revoked";
import { type AuditContext, currentAuditContext, newAuditEntry } from "@/lib/kernel/audit-context";
import { announceEvents } from "@/lib/kernel/committed-events";
import { currentCallerId, currentCredential, currentRequestId } from "@/lib/kernel/request-context";
import type { ChangeSet, Claim, ClaimedRow } from "./change-set";
import { groupCommit } from "./group-commit";
import { mergeChangeSets } from "./merge-change-sets";
import type { Submission } from "./message";
import { noticeOf, publishChanges } from "./publish-changes";
import { StaleDecision } from "./stale-decision";

const STALE = "PW001";
const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";
const DEADLOCK = "40P01";
const SERIALIZATION = "40001";
const CHECK_VIOLATION = "23514";
/** What another transaction may have changed between the reading and the commit. */
const RETRYABLE = new Set([
  STALE,
  UNIQUE_VIOLATION,
  FOREIGN_KEY_VIOLATION,
  DEADLOCK,
  SERIALIZATION,
]);

/** What refuses a balance below zero. */
const BALANCE_CHECKS = new Set(["entries_balance_after", "accounts_balance_not_negative"]);

/** The key was claimed by an earlier request; `row` is what that one left. Nothing was done. */
export class ClaimedBefore extends Error {
  override readonly name = "ClaimedBefore";
  constructor(
    readonly claim: Claim,
    readonly row: ClaimedRow,
  ) {
    super("the idempotency key was used before");
  }
}

function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const isBalance =
    error.code === CHECK_VIOLATION &&
    "constraint" in error &&
    BALANCE_CHECKS.has(String(error.constraint));
  return isBalance || RETRYABLE.has(String(error.code));
}

/** The target of an audit entry is the created row, where one was created. */
function madeBy({ claim, insert = {} }: ChangeSet): string | undefined {
  const [made] = [...(insert.withdrawals ?? []), ...(insert.cards ?? []), ...(insert.users ?? [])];
  if (made && "id" in made) return String(made.id);
  return claim?.resourceId;
}

function withAuditEntry(changeSet: ChangeSet, context: AuditContext): ChangeSet {
  const row = newAuditEntry({ ...context, targetId: madeBy(changeSet) ?? context.targetId });
  return mergeChangeSets(changeSet, { insert: { audit_entries: [row] } });
}

/** A change set with the credential of its caller, and the notice to publish once it is committed. */
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

/** The error for the code that decided: a stale decision where a retry can help. */
export const orStale = (error: unknown): unknown =>
  isRetryable(error) ? new StaleDecision(error) : orRevoked(error);

/**
 * Commits what a use case decided: one statement, one transaction, which change sets that arrive at the same time share
 * (docs/decisions/0035-group-commit.md). When a person asked for it, with their row of the audit log.
 * @throws StaleDecision when what was read no longer holds, or a balance does not suffice: read and decide again.
 * @throws ClaimedBefore when the idempotency key was used by an earlier request.
 * @throws ServiceError PARTNER_SUSPENDED, UNAUTHORIZED or SESSION_REQUIRED when the partner that asks was suspended, or the
 * key revoked or the session ended, meanwhile.
 */
export async function commit(changeSet: ChangeSet): Promise<void> {
  const { submission, publish } = prepare(changeSet);
  const claimed = await groupCommit()
    .submit(submission)
    .catch((error: unknown) => {
      throw orStale(error);
    });
  if (claimed && changeSet.claim) throw new ClaimedBefore(changeSet.claim, claimed);
  publish();
}

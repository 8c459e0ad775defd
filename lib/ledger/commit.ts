import { orRevoked } from "@/lib/db/revoked";
import { announceEvents } from "@/lib/kernel/committed-events";
import { type Deed, deedRow, openDeed } from "@/lib/kernel/deed";
import { currentCallerId, currentCredential, currentRequestId } from "@/lib/kernel/request-context";
import { announceWork, toldBy } from "./announce-work";
import { groupCommit } from "./group-commit";
import { mergeWork } from "./merge-work";
import type { Asked } from "./message";
import { StaleDecision } from "./stale-decision";
import type { Claim, ClaimedRow, Work } from "./work";

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

/** What a person made is what the deed was about, rather than what it was made from. */
function madeBy({ claim, insert = {} }: Work): string | undefined {
  const [made] = [...(insert.withdrawals ?? []), ...(insert.cards ?? []), ...(insert.users ?? [])];
  if (made && "id" in made) return String(made.id);
  return claim?.resourceId;
}

function withDeed(work: Work, deed: Deed): Work {
  const row = deedRow({ ...deed, targetId: madeBy(work) ?? deed.targetId });
  return mergeWork(work, { insert: { audit_entries: [row] } });
}

/** A work as it is sent for whoever asks for it, and what is due once it stands. */
export function prepare(work: Work): { asked: Asked; announce: () => void } {
  const told = toldBy(work);
  const deed = openDeed();
  return {
    asked: {
      work: deed ? withDeed(work, deed) : work,
      requestId: currentRequestId(),
      callerId: currentCallerId(),
      credential: currentCredential(),
    },
    announce: () => {
      if (deed) deed.isWritten = true;
      announceWork(told);
      if (work.events && work.events.length > 0) announceEvents();
    },
  };
}

/** What a failed commit means to who decided. */
export const orStale = (error: unknown): unknown =>
  isRetryable(error) ? new StaleDecision(error) : orRevoked(error);

/**
 * Commits what a use case decided: one statement, one transaction, which works that come at the same time share
 * (docs/decisions/0035-group-commit.md). When a person asked for it, with their row of the audit log.
 * @throws StaleDecision when what was read no longer holds, or a balance does not suffice: read and decide again.
 * @throws ClaimedBefore when the idempotency key was used by an earlier request.
 * @throws ServiceError PARTNER_SUSPENDED, UNAUTHORIZED or SESSION_REQUIRED when the partner that asks was suspended, or the
 * key revoked or the session ended, meanwhile.
 */
export async function commit(work: Work): Promise<void> {
  const { asked, announce } = prepare(work);
  const claimed = await groupCommit()
    .submit(asked)
    .catch((error: unknown) => {
      throw orStale(error);
    });
  if (claimed && work.claim) throw new ClaimedBefore(work.claim, claimed);
  announce();
}

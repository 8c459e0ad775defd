import { type AuditAction, auditEntry } from "@/lib/audit/audit-entry";
import type { AnyContract } from "@/lib/contract/contract";
import type { AdminContext } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { type ChangeSet, decideAndCommit, mergeChangeSets } from "@/lib/ledger";
import { describeLegs } from "./describe-legs";
import { amountOf } from "./present";
import { balancesOf, readPosting, showPosting } from "./read-posting";
import type { StoredPostingStatus } from "./states";
import type { PostingRow, ViewedPostingRow } from "./store";

interface Decision {
  action: AuditAction;
  to: Exclude<StoredPostingStatus, "pending">;
  /** Returns the changes of the decision without its audit entry; throws to refuse. */
  decide: (posting: ViewedPostingRow, balances: ReadonlyMap<string, bigint>) => ChangeSet;
  /** The reason in the audit entry. */
  reason?: string;
}

function refuseDecided({ status }: PostingRow): void {
  if (status === "expired") throw new ServiceError("POSTING_EXPIRED");
  if (status !== "pending") throw new ServiceError("POSTING_NOT_PENDING");
}

/**
 * Reads a pending posting, decides on it and commits the decision with its audit entry. Of two simultaneous decisions
 * one succeeds; the other reads the posting again and is refused.
 * @throws ServiceError POSTING_NOT_FOUND, POSTING_NOT_PENDING, POSTING_EXPIRED
 */
export async function decidePosting<C extends AnyContract>(
  { person, input, requestId, ipAddress, at }: AdminContext<C>,
  { action, to, decide, reason }: Decision,
) {
  const { id } = input.params;
  await decideAndCommit(
    async () => {
      const posting = await readPosting(id, { person, at });
      refuseDecided(posting);
      return { posting, balances: await balancesOf(posting) };
    },
    ({ posting, balances }) => {
      const entry = auditEntry({
        personId: person.id,
        action,
        targetId: id,
        before: { status: "pending" },
        after: {
          status: to,
          kind: posting.kind,
          amount: usdFromMicroUsd(amountOf(posting.legs)),
          ...(posting.partnerId !== null && { partnerId: posting.partnerId }),
          legs: describeLegs(posting.legs),
          requestedBy: posting.requestedBy,
          reason: reason ?? posting.reason,
        },
        ipAddress,
        requestId,
        at,
      });
      const changeSet = decide(posting, balances);
      return {
        changeSet: mergeChangeSets(changeSet, { insert: { audit_entries: [entry] } }),
        result: undefined,
      };
    },
  );
  return showPosting(id, { person, at });
}

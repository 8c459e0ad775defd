import type { OperatorAction } from "@/lib/audit/actions";
import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import { type CardState, findCardState } from "@/lib/cards/store";
import type { AnyContract } from "@/lib/contract/contract";
import type { AdminContext } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { type ChangeSet, decideAndCommit } from "@/lib/ledger";
import { describeLegs } from "./describe-legs";
import { amountOf } from "./present";
import { balancesOf, readPosting, showPosting } from "./read-posting";
import type { StoredPostingStatus } from "./states";
import type { PostingRow, ViewedPostingRow } from "./store";

interface Decision {
  action: OperatorAction;
  to: Exclude<StoredPostingStatus, "pending">;
  /** Returns the changes of the decision without its audit entry; throws to refuse. */
  decide: (
    posting: ViewedPostingRow,
    balances: ReadonlyMap<string, bigint>,
    card: CardState | undefined,
  ) => ChangeSet;
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
  context: AdminContext<C>,
  { action, to, decide, reason }: Decision,
) {
  const { person, input, at } = context;
  const { id } = input.params;
  await auditAdminAction(context, action, { targetId: id }, () =>
    decideAndCommit(
      async () => {
        const posting = await readPosting(id, { person, at });
        refuseDecided(posting);
        const { partnerId, cardId } = posting;
        const card = partnerId && cardId ? await findCardState(partnerId, cardId) : undefined;
        return { posting, card, balances: await balancesOf(posting) };
      },
      ({ posting, card, balances }) => {
        describeAudit({
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
        });
        return { changeSet: decide(posting, balances, card), result: undefined };
      },
    ),
  );
  return showPosting(id, { person, at });
}

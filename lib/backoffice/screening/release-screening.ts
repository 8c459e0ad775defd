import { closeAlert } from "@/lib/alerts/close-alert";
import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminContext, AdminUseCase } from "@/lib/contract/use-cases";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import { type Decision, decideAndCommit } from "@/lib/ledger";
import { screeningProvider } from "@/lib/withdrawals/screening/screening-provider";
import { screeningRow } from "@/lib/withdrawals/screening/screening-row";
import { findWithdrawal } from "../find-withdrawal";
import { presentAdminWithdrawal } from "../present";
import type { AdminWithdrawalRow } from "../store";
import type { releaseScreeningContract } from "./contract";

type Context = AdminContext<typeof releaseScreeningContract>;

const canBeHeld = ({ status, isSigned }: AdminWithdrawalRow) =>
  status === "pending" || (status === "approved" && !isSigned);

/** Adds the release, and the hit of now where the list had the address only after the request. */
async function decide(
  withdrawal: AdminWithdrawalRow,
  { person, input, at }: Context,
): Promise<Decision<undefined>> {
  const { id: withdrawalId, partnerId, version, screening, toAddress } = withdrawal;
  const found = screening ? undefined : await screeningProvider()?.screen(toAddress);
  const isHeld = screening ? screening.releasedAt === null : found?.outcome === "hit";
  if (!canBeHeld(withdrawal) || !isHeld) throw new ServiceError("WITHDRAWAL_NOT_SCREENED");
  const { reason } = input.body;
  const reasonOfHit = screening?.reason ?? found?.reason;
  describeAudit({ before: { screening: reasonOfHit }, after: { released: true, reason } });
  const screened = { withdrawalId, partnerId, createdAt: at };
  const release = {
    ...{ withdrawalId, partnerId, stage: "review", outcome: "released", reason },
    ...{ listSha256: found?.listSha256 ?? null, personId: person.id, createdAt: at },
  };
  return {
    changeSet: {
      partnerId,
      // A decision that is made at the same time reads the withdrawal again.
      update: { withdrawals: [{ id: withdrawalId, version, set: {} }] },
      insert: {
        withdrawal_screenings: [
          ...(found ? [screeningRow(screened, "review", found)] : []),
          release,
        ],
      },
    },
    result: undefined,
  };
}

/**
 * Releases a withdrawal that the sanctions screening holds, with a code and a reason, so that it can be approved or sent.
 * Source: docs/decisions/0095-sanctions-screening.md
 */
export const releaseScreening: AdminUseCase<typeof releaseScreeningContract> = async (context) => {
  const { person, input, at } = context;
  const { id: targetId } = input.params;
  await requireSecondFactor(person, input.body.totp, at);
  await auditAdminAction(context, "withdrawal.release_screening", { targetId }, () =>
    decideAndCommit(
      () => findWithdrawal(targetId),
      (withdrawal) => decide(withdrawal, context),
    ),
  );
  await closeAlert({ kind: "payout_screened", subject: targetId });
  return presentAdminWithdrawal(await findWithdrawal(targetId));
};

import { downloadResponse } from "@/lib/contract/csv/csv-response";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { env } from "@/lib/kernel/env";
import type { ApprovalsFile } from "@/lib/withdrawals/signed-approvals/approvals-file";
import { needsSignature, payoutOf } from "@/lib/withdrawals/signed-approvals/signature-needs";
import { findSignedApprovals } from "@/lib/withdrawals/signed-approvals/store";
import { approvalsNeeded } from "../approvals-needed";
import { findWithdrawal } from "../find-withdrawal";
import type { exportApprovalsContract } from "./contract";

async function* textOf(file: ApprovalsFile) {
  yield `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * Returns the approvals of a withdrawal with what their signatures cover, as a file that `npm run verify-approvals` checks
 * offline. Source: docs/custody.md
 */
export const exportApprovals: AdminUseCase<typeof exportApprovalsContract> = async ({ input }) => {
  const withdrawal = await findWithdrawal(input.params.id);
  const { withdrawalId, paidMicroUsd, ...payout } = payoutOf(withdrawal);
  const approvals = await findSignedApprovals(withdrawalId);
  const { hostname: id, origin } = new URL(env().BASE_URL);
  const file: ApprovalsFile = {
    format: "withdrawal-approvals-1",
    withdrawalId,
    status: withdrawal.status,
    relyingParty: { id, origin },
    payout: { ...payout, paidMicroUsd: String(paidMicroUsd) },
    signaturesNeeded: needsSignature(paidMicroUsd) ? approvalsNeeded(withdrawal) : 0,
    approvals: approvals.map(({ personId, name, createdAt, signature }) => ({
      ...{ personId, name, signature },
      approvedAt: createdAt.toISOString(),
    })),
  };
  const named = { fileName: `approvals-${withdrawalId}.json`, mediaType: "application/json" };
  return downloadResponse(named, textOf(file));
};

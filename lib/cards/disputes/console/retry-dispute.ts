import { findOpenAlertId } from "@/lib/alerts/sql-store";
import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { newId } from "@/lib/kernel/ids";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { type ChangeSet, decideUnderLock, mergeChangeSets, type RunQuery } from "@/lib/ledger";
import type { DisputeRow } from "../dispute";
import { type DisputeBasis, disputeOpening, readBasis } from "../dispute-opening";
import { findDescribedDispute } from "../sql-store";
import type { retryDisputeContract } from "./contract";
import { readAdminDispute } from "./get-admin-dispute";
import { isErased, isRetryable } from "./is-retryable";

/** When the cardholder complained: a dispute that fails again keeps the time of the first one. */
const filedAtOf = ({ filedAt, createdAt }: DisputeRow): Date => filedAt ?? createdAt;

async function read(id: string, runQuery: RunQuery) {
  const dispute = await findOrRefuse("dsp", id, "DISPUTE_NOT_FOUND", () =>
    findDescribedDispute(id, runQuery),
  );
  const { partnerId, transactionId } = dispute;
  const basis = await readBasis(partnerId, transactionId, runQuery, filedAtOf(dispute));
  const alertId = await findOpenAlertId({ kind: "dispute_failed", subject: id }, runQuery);
  return { dispute, basis, alertId };
}

/** Makes a pending dispute due, with short pauses again. A process that works on it keeps its lease. */
const submitNow = ({ id, partnerId, version }: DisputeRow, at: Date): ChangeSet => ({
  partnerId,
  update: { card_disputes: [{ id, version, set: { dueAt: at, attempts: 0 } }] },
});

/** Closes the alert about a failed dispute: the one that replaces it has an alert of its own if it fails too. */
const endAlert = (alertId: string | undefined, at: Date): ChangeSet =>
  alertId === undefined ? {} : { update: { alerts: [{ id: alertId, set: { closedAt: at } }] } };

/** Files are deleted some time after the decision: the new dispute has those that are left. */
function withKeptFiles(dispute: DisputeRow, { freeFiles }: DisputeBasis): DisputeRow {
  const { evidenceFileIds, ...facts } = dispute.facts;
  const kept = evidenceFileIds?.filter((id) => freeFiles.some((file) => file.id === id)) ?? [];
  return { ...dispute, facts: { ...facts, ...(kept.length > 0 && { evidenceFileIds: kept }) } };
}

/**
 * Submits a dispute again whose submission failed. One that the issuer refused is opened again, because its credit was
 * taken back. It is in time if the first one was. One without its explanation is refused: the cardholder was deleted. Source:
 * docs/decisions/0070-dispute-events.md, docs/decisions/0083-dispute-files.md
 */
export const retryDispute: AdminUseCase<typeof retryDisputeContract> = async (context) => {
  const { input, at } = context;
  const { id: targetId } = input.params;
  const submittedId = await auditAdminAction(context, "dispute.retry", { targetId }, () =>
    decideUnderLock(
      (runQuery) => read(targetId, runQuery),
      ({ dispute, basis, alertId }) => {
        if (dispute.status === "failed" && isErased(dispute))
          throw new ServiceError("DISPUTE_ERASED");
        if (!isRetryable(dispute)) throw new ServiceError("DISPUTE_NOT_RETRYABLE");
        const { status, partnerId, amountMicroUsd } = dispute;
        const opened =
          status === "failed"
            ? disputeOpening(partnerId, basis, withKeptFiles(dispute, basis), {
                id: newId("dsp"),
                at,
                filedAt: filedAtOf(dispute),
              })
            : undefined;
        const disputeId = opened?.dispute.id ?? dispute.id;
        describeAudit({
          before: { status },
          after: { disputeId, partnerId, amount: usdFromMicroUsd(amountMicroUsd) },
        });
        const changeSet = opened
          ? mergeChangeSets(opened.changeSet, endAlert(alertId, at))
          : submitNow(dispute, at);
        return { changeSet, result: disputeId };
      },
    ),
  );
  return readAdminDispute(submittedId, at);
};

import { openAlert } from "@/lib/alerts/open-alert";
import { publishChange } from "@/lib/kernel/changes";
import { now } from "@/lib/kernel/clock";
import { formatUsd } from "@/lib/kernel/money";
import type { DisputeStatus } from "../../issuer/disputes/port";
import type { IssuerName } from "../../network/message";
import { decideDispute } from "../decide-dispute";
import type { DisputeRow } from "../dispute";
import { isOpenDispute } from "../states";
import type { DisputeReport } from "./dispute-report";
import { reportOtherAmount } from "./report-other-amount";
import { findReportedDispute, makeDue, storeDisputeEvent } from "./store";

/** The event that contained a report. */
interface ReportEvent {
  issuer: IssuerName;
  id: string;
  type: string;
  createdAt: Date;
}

const ENDS = ["won", "lost", "withdrawn"] as const satisfies readonly DisputeStatus[];
type End = (typeof ENDS)[number];
const isEnd = (status: string): status is End => (ENDS as readonly string[]).includes(status);

const amountOf = ({ amountMicroUsd }: DisputeReport) => `${formatUsd(amountMicroUsd)} USD`;

async function reportUnknown({ issuer }: ReportEvent, report: DisputeReport): Promise<void> {
  const { issuerDisputeId, issuerTransactionId, detail } = report;
  await openAlert({
    kind: "dispute_unknown",
    subject: `${issuer}:${issuerDisputeId}`,
    text:
      `${issuer} has the dispute ${issuerDisputeId} of ${amountOf(report)}, transaction ${issuerTransactionId ?? "unknown"}, ` +
      `which was not opened here. Its status is ${detail}.`,
  });
}

async function reportDifference(dispute: DisputeRow, report: DisputeReport): Promise<void> {
  await openAlert({
    kind: "dispute_differs",
    subject: dispute.id,
    text:
      `The dispute ${dispute.id} is ${dispute.status} here. ${dispute.issuer} has it as ` +
      `${report.issuerDisputeId}, ${amountOf(report)}, with the status ${report.detail}.`,
  });
}

/** Whether a decided dispute contradicts the report. Reports from before the decision do not. */
function contradicts({ status }: DisputeRow, report: DisputeReport): boolean {
  if (status === "failed") return ["submitted", "waiting", "won"].includes(report.status);
  return isEnd(report.status) && report.status !== status;
}

/** Applies a report to the dispute that it is about. */
async function advance(dispute: DisputeRow, report: DisputeReport): Promise<void> {
  const { status, detail } = report;
  // The job asks the issuer: the report may be older than others, so only an end is applied as it is.
  if (dispute.status === "pending" || (dispute.status === "submitted" && !isEnd(status)))
    return makeDue(dispute.id, now());
  if (dispute.status === "submitted" || dispute.status === "won")
    await reportOtherAmount(dispute, report);
  // Another report can end the dispute meanwhile.
  const before =
    dispute.status === "submitted" && isEnd(status)
      ? await decideDispute(dispute, { status, detail })
      : dispute;
  if (!isOpenDispute(before.status) && contradicts(before, report))
    await reportDifference(before, report);
}

/**
 * Applies what an issuer reports about a dispute. The order and the number of the reports do not matter: only an end moves
 * money, an end is final, and after every other report the job of the dispute asks the issuer for its present status.
 * A dispute that was not opened here raises an alert. Source: docs/decisions/0070-dispute-events.md
 * @returns `card_unknown` when the disputed transaction is not known here, perhaps not yet
 */
export async function applyDisputeReport(
  event: ReportEvent,
  report: DisputeReport,
): Promise<{ dispute: "known" | "unknown" | "card_unknown" }> {
  const { isOurs, dispute } = await findReportedDispute(event.issuer, report);
  if (!isOurs) return { dispute: "card_unknown" };
  if (!dispute) {
    await reportUnknown(event, report);
    return { dispute: "unknown" };
  }
  await storeDisputeEvent(dispute.id, event, report.detail);
  await advance(dispute, report);
  publishChange(dispute.partnerId, ["transactions"]);
  return { dispute: "known" };
}

import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { now } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import {
  isProviderRefused,
  isProviderUnavailable,
  providerErrorText,
} from "@/lib/kernel/provider-error";
import { retryPauseMs } from "@/lib/kernel/retry-pause";
import type { IssuerDispute, IssuerDisputes } from "../issuer/disputes/port";
import { disputesIssuers } from "../issuer/issuer";
import { ISSUER_NAMES, type IssuerName } from "../network/message";
import { type DisputeChange, decideDispute } from "./decide-dispute";
import { deliverFiles, hasDelivered } from "./files/deliver-files";
import { closeInformationAlerts, reportInformation } from "./information-alert";
import { issuerRequestOf } from "./issuer-request";
import { reportOtherAmount } from "./reports/report-other-amount";
import { disputeQueue, type LeasedDispute } from "./sql-store";
import {
  countDisputesAtOthers,
  countLateDisputes,
  countNotFollowed,
  findOtherOfIssuer,
} from "./store";

const BATCH = 5;
/** The outcome of a dispute takes weeks. The sandbox is asked more often, because a person waits for it. */
const POLL_MS: Record<IssuerName, number> = {
  sandbox: 10_000,
  stripe: 600_000,
  lithic: 600_000,
};
/** Shorter delays end without anybody's help. */
const LATE_AFTER_MS = 600_000;

const after = (ms: number) => new Date(now().getTime() + ms);

/** Decides a dispute, unless the lease of the attempt has ended: another attempt may know better what the issuer has. */
async function decideWhileHeld(
  dispute: LeasedDispute,
  change: DisputeChange,
  report?: () => Promise<void>,
): Promise<void> {
  if (!(await disputeQueue.renew(dispute))) return;
  await report?.();
  await decideDispute(dispute, change);
}

/** Opens the dispute at the issuer and hands it to the network. A retry finds what an earlier attempt opened. */
async function submit(disputes: IssuerDisputes, dispute: LeasedDispute): Promise<void> {
  const request = await issuerRequestOf(dispute);
  const fail = (detail: string) => decideWhileHeld(dispute, { status: "failed", detail });
  if (!request) return fail("the card network reported no capture of this amount");
  const opened = await disputes.openDispute(request);
  if (opened.amountMicroUsd !== dispute.amountMicroUsd)
    return fail(`the issuer has the dispute ${opened.issuerDisputeId} of another amount`);
  const { issuerDisputeId } = opened;
  // Its outcome would pay both. A race of two is refused by a unique index, and the second attempt ends here.
  const other = await findOtherOfIssuer(dispute, issuerDisputeId);
  if (other)
    return fail(`the issuer has one dispute of this transaction, for the dispute ${other}`);
  const isOpen = opened.status === "open";
  // Evidence that is sent again would take a delivered file out of the dispute.
  if (isOpen && dispute.hasEarlier && !(await hasDelivered(dispute.id)))
    await disputes.changeEvidence(issuerDisputeId, request.evidence);
  if (isOpen || opened.status === "waiting")
    await deliverFiles(disputes, { id: dispute.id, issuerDisputeId }, request.evidence);
  const { detail } = isOpen ? await disputes.submitDispute(issuerDisputeId) : opened;
  await decideWhileHeld(dispute, { status: "submitted", issuerDisputeId, detail, dueAt: now() });
}

/** Applies what the issuer says about a submitted dispute. */
async function follow(dispute: LeasedDispute, found: IssuerDispute): Promise<void> {
  const { status, detail } = found;
  switch (status) {
    case "won":
    case "lost":
    case "withdrawn":
      return decideWhileHeld(dispute, { status, detail }, () => reportOtherAmount(dispute, found));
    case "unknown":
      log().warn({ dispute: dispute.id, detail }, "unknown status of a dispute");
  }
  const dueAt = after(POLL_MS[dispute.issuer]);
  const outcome = { detail, failure: null };
  const whileHeld = () => reportInformation(dispute, found);
  await disputeQueue.settle(dispute, { dueAt, isReset: true, outcome, whileHeld });
}

async function callIssuer(disputes: IssuerDisputes, dispute: LeasedDispute): Promise<void> {
  if (dispute.status === "pending") return submit(disputes, dispute);
  await follow(dispute, await disputes.findDispute(dispute.issuerDisputeId ?? ""));
}

/** Takes one dispute a step further. Returns whether the issuer could be asked. */
async function advance(disputes: IssuerDisputes, dispute: LeasedDispute): Promise<boolean> {
  try {
    await callIssuer(disputes, dispute);
    return true;
  } catch (error) {
    const failure = providerErrorText(error) ?? "internal error";
    if (isProviderRefused(error) && dispute.status === "pending") {
      await decideWhileHeld(dispute, { status: "failed", detail: failure });
      return true;
    }
    if (!isProviderUnavailable(error)) log().error({ err: error, dispute: dispute.id }, failure);
    const dueAt = after(retryPauseMs(dispute.attempts));
    await disputeQueue.settle(dispute, { dueAt, outcome: { detail: dispute.detail, failure } });
    return false;
  }
}

async function unsubmittedText(attached: readonly IssuerName[]): Promise<string | undefined> {
  const before = new Date(now().getTime() - LATE_AFTER_MS);
  const { count, oldest } = await countLateDisputes(attached, before);
  if (!oldest) return undefined;
  const { issuer, failure } = oldest;
  return `${count} disputes are not submitted to ${issuer}: ${failure ?? "no attempt was made"}.`;
}

async function notFollowedText(attached: readonly IssuerName[]): Promise<string | undefined> {
  const { count, oldest } = await countNotFollowed(attached);
  if (!oldest) return undefined;
  const { issuer, failure } = oldest;
  return `${count} submitted disputes are not shown by ${issuer}, so their outcome is not known: ${failure}.`;
}

/** Alerts of disputes that attached issuers do not take or show. Those at others have another cause, remedy and alert. */
async function raiseOrCloseLateAlert(attached: readonly IssuerName[]): Promise<void> {
  const late = { kind: "disputes_late", subject: "disputes" } as const;
  const texts = [await unsubmittedText(attached), await notFollowedText(attached)].filter(Boolean);
  if (texts.length === 0) await closeAlert(late);
  else await openAlert({ ...late, text: texts.join(" ") });
}

/** Alerts of open disputes at issuers that are not attached: nobody submits them, and their outcome stays unknown. */
async function raiseOrCloseDetachedAlerts(attached: readonly IssuerName[]): Promise<void> {
  const counts = await countDisputesAtOthers(attached);
  for (const name of ISSUER_NAMES) {
    const detached = { kind: "disputes_detached", subject: name } as const;
    const count = counts.get(name);
    if (count === undefined) await closeAlert(detached);
    else
      await openAlert({
        ...detached,
        text: `${count} open disputes are at ${name}, which is no longer attached: they are neither submitted nor followed.`,
      });
  }
}

type Counts = { advanced: number; failed: number };
type DisputesIssuer = ReturnType<typeof disputesIssuers>[number];

async function advanceAt({ name, disputes }: DisputesIssuer): Promise<Counts> {
  const { succeeded, failed } = await disputeQueue.work({
    batch: BATCH,
    scope: name,
    handle: (dispute) => advance(disputes, dispute),
  });
  return { advanced: succeeded, failed };
}

/**
 * Submits pending disputes to their issuers, former ones included, and asks for the outcome of submitted ones. Processes
 * share the work through leases. Ends early for an issuer that is unavailable; the job runs again soon.
 * Source: docs/decisions/0072-disputes.md
 */
export async function advanceDisputes(): Promise<Counts> {
  const issuers = disputesIssuers();
  const counts = await Promise.all(issuers.map(advanceAt));
  await closeInformationAlerts();
  const attached = issuers.map(({ name }) => name);
  await raiseOrCloseLateAlert(attached);
  await raiseOrCloseDetachedAlerts(attached);
  return counts.reduce(
    (sum, { advanced, failed }) => ({
      advanced: sum.advanced + advanced,
      failed: sum.failed + failed,
    }),
    { advanced: 0, failed: 0 },
  );
}

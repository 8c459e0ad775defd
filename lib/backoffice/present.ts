import type { z } from "zod";
import { explorerUrl } from "@/lib/chain/explorer-url";
import { env } from "@/lib/kernel/env";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { BPS_PER_PERCENT } from "@/lib/partners/fees-of-terms";
import { presentWithdrawal } from "@/lib/withdrawals/present";
import { approvalChallenge } from "@/lib/withdrawals/signed-approvals/challenge";
import { needsSignature, payoutOf } from "@/lib/withdrawals/signed-approvals/signature-needs";
import { approvalsNeeded } from "./approvals-needed";
import type { PartnerActivityRow } from "./partners/list/store";
import type { adminPartnerSchema, adminWithdrawalSchema, listedPartnerSchema } from "./schema";
import type { AdminWithdrawalRow, PartnerRow } from "./store";

/** The reasons why a withdrawal cannot be approved or sent, and whether it can be failed. */
function presentObstacles({
  partnerSuspendedAt: since,
  suspensionReason: reason,
  isSigned,
  refusal,
  isHeldAsRepeat,
}: AdminWithdrawalRow) {
  return {
    ...(since && {
      partnerSuspended: { since: since.toISOString(), ...(reason === null ? {} : { reason }) },
    }),
    isSigned,
    ...(refusal && {
      refusal: {
        since: new Date(refusal.since).toISOString(),
        text: refusal.text,
        ...(refusal.isUnsigned && { isUnsigned: true as const }),
        ...(refusal.isScreened && { isScreened: true as const }),
      },
    }),
    ...(isHeldAsRepeat && !isSigned && { isHeldAsRepeat: true as const }),
  };
}

function presentScreening({ screening }: AdminWithdrawalRow) {
  if (!screening) return {};
  const { since, reason, releasedAt, releasedBy, releaseReason } = screening;
  return {
    screening: {
      since: new Date(since).toISOString(),
      reason,
      ...(releasedAt !== null && {
        released: {
          at: new Date(releasedAt).toISOString(),
          by: releasedBy ?? "",
          reason: releaseReason ?? "",
        },
      }),
    },
  };
}

/** A payment on the chain that the withdrawal may repeat. */
function presentSamePayment({ samePayment }: AdminWithdrawalRow) {
  if (!samePayment) return {};
  const { chain, txHash, foundAt } = samePayment;
  const url = explorerUrl(env().SERVICE_ENVIRONMENT, chain, txHash);
  const found = { chain, txHash, foundAt: new Date(foundAt).toISOString() };
  return { samePayment: { ...found, ...(url !== undefined && { explorerUrl: url }) } };
}

/** The payout that an approver's passkey signs, where a signature is needed. */
function presentSigning(row: AdminWithdrawalRow) {
  const payout = payoutOf(row);
  if (!needsSignature(payout.paidMicroUsd)) return {};
  const { hostname: rpId } = new URL(env().BASE_URL);
  return { signing: { challenge: approvalChallenge(payout), rpId } };
}

/** Converts a withdrawal to its response for the operator's people. */
export function presentAdminWithdrawal(
  row: AdminWithdrawalRow,
): z.input<typeof adminWithdrawalSchema> {
  return {
    ...presentWithdrawal(row),
    partnerName: row.partnerName,
    approvalsNeeded: approvalsNeeded(row),
    ...presentSigning(row),
    approvals: row.approvals.map(({ at, lineId: _, isSigned, ...approval }) => ({
      ...approval,
      approvedAt: new Date(at).toISOString(),
      ...(isSigned && { isSigned }),
    })),
    ...(row.addressLabel !== null && { addressLabel: row.addressLabel }),
    timesPaid: Number(row.timesPaid),
    hasLookAlike: row.hasLookAlike,
    ...presentObstacles(row),
    ...presentScreening(row),
    ...presentSamePayment(row),
    ...(row.awaitsPartner && { awaitsPartner: true as const }),
    ...(row.rejectedAt && { rejectedAt: row.rejectedAt.toISOString() }),
    ...(row.failedAt && { failedAt: row.failedAt.toISOString() }),
  };
}

/** Converts a partner's settings: amounts in USD and rates in percent. */
export function presentSettings(row: PartnerRow) {
  return {
    kycFee: usdFromMicroUsd(row.kycFeeMicroUsd),
    cardCreationFee: usdFromMicroUsd(row.cardCreationFeeMicroUsd),
    fundingFee: usdFromMicroUsd(row.fundingFeeMicroUsd),
    fundingFeePercent: row.fundingFeeBps / BPS_PER_PERCENT,
    cardWithdrawalFee: usdFromMicroUsd(row.cardWithdrawalFeeMicroUsd),
    crossBorderFeePercent: row.crossBorderFeeBps / BPS_PER_PERCENT,
    requestsPerS: row.requestsPerS,
    requestBurst: row.requestBurst,
    secondApprovalAbove:
      row.secondApprovalAboveMicroUsd === null
        ? null
        : usdFromMicroUsd(row.secondApprovalAboveMicroUsd),
  };
}

/** Converts a partner to its response for the operator's people. */
export function presentPartner(row: PartnerRow): z.input<typeof adminPartnerSchema> {
  return {
    partnerId: row.id,
    name: row.name,
    walletAddress: row.walletAddress,
    walletBalance: usdFromMicroUsd(row.walletMicroUsd),
    ...presentSettings(row),
    createdAt: row.createdAt.toISOString(),
    ...(row.suspendedAt && { suspendedAt: row.suspendedAt.toISOString() }),
    ...(row.suspendedBy !== null && { suspendedBy: row.suspendedBy }),
    ...(row.suspensionReason !== null && { suspensionReason: row.suspensionReason }),
  };
}

/** Converts what a partner does, if it was read. */
export function presentActivity({
  activity,
}: {
  activity?: PartnerActivityRow | undefined;
}): Pick<z.input<typeof listedPartnerSchema>, "activity"> {
  if (!activity) return {};
  return {
    activity: {
      users: Number(activity.users),
      cards: Number(activity.cards),
      cardVolume30Days: usdFromMicroUsd(activity.cardVolumeMicroUsd),
      pendingWithdrawals: {
        count: Number(activity.pendingCount),
        amount: usdFromMicroUsd(activity.pendingMicroUsd),
      },
      webhooks: activity.webhooks,
      ...(activity.lastActiveAt && { lastActiveAt: activity.lastActiveAt.toISOString() }),
    },
  };
}

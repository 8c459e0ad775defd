import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { relyingParty } from "@/lib/identity/passkeys/relying-party";
import { env } from "@/lib/kernel/env";
import { formatUsd } from "@/lib/kernel/money";
import { checkSignatures, countSigners } from "@/lib/withdrawals/signed-approvals/check-signatures";
import { signaturesNeeded } from "@/lib/withdrawals/signed-approvals/signature-needs";
import { findSignedApprovals } from "@/lib/withdrawals/signed-approvals/store";
import type { WaitingPayout } from "./authorization";
import { refusedTransfers } from "./refusals";
import type { SendRun } from "./run";
import { isWaiting } from "./store";

const KIND = "payout_unsigned";

type Payer = { network: SendRun["network"]; token: NonNullable<SendRun["payoutToken"]> };

/** Returns why a payout lacks signatures; undefined if it has enough, or needs none. */
async function faultOf(
  { network, token }: Payer,
  { withdrawalId, toAddress, netMicroUsd: paidMicroUsd, approvalsNeeded }: WaitingPayout,
): Promise<string | undefined> {
  const bySettings = signaturesNeeded(paidMicroUsd);
  if (bySettings === 0) return undefined;
  // The partner's settings may need more approvals than the service's, and never fewer.
  const needed = Math.max(bySettings, approvalsNeeded);
  const { chainId } = network;
  const payout = { chainId, tokenAddress: token.address, withdrawalId, toAddress, paidMicroUsd };
  const rules = { relyingParty: relyingParty(), keys: env().APPROVER_KEYS };
  const checks = await checkSignatures(payout, await findSignedApprovals(withdrawalId), rules);
  const signers = countSigners(checks);
  if (signers >= needed) return undefined;
  const faults = checks.flatMap(({ by, fault }) =>
    fault === undefined ? [] : [` The approval of ${by} ${fault}.`],
  );
  return `${formatUsd(paidMicroUsd)} USD to ${toAddress} needs ${needed === 1 ? "the signature of an approver" : `the signatures of ${needed} approvers`} and has ${signers}.${faults.join("")}`;
}

async function isSigned(payer: Payer, payout: WaitingPayout): Promise<boolean> {
  const { withdrawalId } = payout;
  const fault = await faultOf(payer, payout);
  if (fault === undefined) {
    if (signaturesNeeded(payout.netMicroUsd) > 0)
      await closeAlert({ kind: KIND, subject: withdrawalId });
    return true;
  }
  refusedTransfers.note(withdrawalId);
  const text = `${withdrawalId} is approved and is not paid: ${fault} It stays approved.`;
  await openAlert({ kind: KIND, subject: withdrawalId, text });
  // The withdrawal may have been failed just before, and its alert closed with it.
  if (!(await isWaiting(withdrawalId))) await closeAlert({ kind: KIND, subject: withdrawalId });
  return false;
}

/**
 * Returns the payouts with the signatures that they need, over exactly the values that are signed next. The keys come
 * from this process's settings, so the database alone cannot make a payout. One without them is skipped for a while, with
 * an alert; the others continue. Source: docs/decisions/0103-signed-approvals.md
 */
export async function verifyApprovals(
  payer: Payer,
  waiting: readonly WaitingPayout[],
): Promise<WaitingPayout[]> {
  const signed: WaitingPayout[] = [];
  for (const payout of waiting) if (await isSigned(payer, payout)) signed.push(payout);
  return signed;
}

import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { formatUsd } from "@/lib/kernel/money";
import { type FoundPayoutRow, listFoundPayouts } from "./sql-store";

/** More than a restore loses; the oldest ones beyond it were settled long ago. */
const MOST = 1_000;

/**
 * Whether the books have a found payout: its withdrawal is completed, a posting books its transaction, or the money is
 * still ours.
 */
const isSettled = ({ withdrawalStatus, postingId, isOwn }: FoundPayoutRow): boolean =>
  withdrawalStatus === "completed" || postingId !== null || isOwn;

/** Lists the found payouts that the books do not have. */
export async function listUnsettled(): Promise<FoundPayoutRow[]> {
  return (await listFoundPayouts(MOST)).filter((each) => !isSettled(each));
}

/** Describes a found payout as a text for the operator's people. */
export function foundText(found: FoundPayoutRow): string {
  const { chain, token, toAddress, amountMicroUsd, txHash, withdrawalId, partners } = found;
  const names = partners.map(({ name, partnerId }) => `${name} (${partnerId})`).join(", ");
  const whose =
    withdrawalId !== null
      ? `It paid ${withdrawalId}, which is ${found.withdrawalStatus} here, so its money is in the wallet again.`
      : partners.length > 0
        ? `Withdrawals to this address were requested by ${names}.`
        : "No partner has requested a withdrawal to this address before.";
  return `${formatUsd(amountMicroUsd)} ${token.toUpperCase()} left the treasury on ${chain} to ${toAddress} in transaction ${txHash}. ${whose}`;
}

/** Opens an alert for each found payout that the books do not have, and closes those of settled ones. */
export async function raiseFoundAlerts(): Promise<{ found: number; unsettled: number }> {
  const rows = await listFoundPayouts(MOST);
  let unsettled = 0;
  for (const each of rows) {
    const subject = `${each.chain}:${each.txHash}`;
    // The service is about to complete it.
    if (each.withdrawalStatus === "pending" || each.withdrawalStatus === "approved") continue;
    if (isSettled(each)) await closeAlert({ kind: "payout_found", subject });
    else {
      unsettled += 1;
      await openAlert({ kind: "payout_found", subject, text: foundText(each) });
    }
  }
  return { found: rows.length, unsettled };
}

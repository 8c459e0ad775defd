import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { formatUsd } from "@/lib/kernel/money";
import {
  countFoundPayouts,
  listSettledWithAlert,
  listUnsettledPayouts,
  type UnsettledPayout,
} from "./settled/store";

/** As many as people can settle in days; the next ones follow as these are settled. */
const MOST = 1_000;

/** Lists the found payouts that the books do not have. */
export const listUnsettled = (): Promise<UnsettledPayout[]> => listUnsettledPayouts(MOST);

/** Describes a found payout as a text for the operator's people. */
export function foundText(found: UnsettledPayout): string {
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

const subjectOf = ({ chain, txHash }: Pick<UnsettledPayout, "chain" | "txHash">) =>
  `${chain}:${txHash}`;

/** Opens an alert for each found payout that the books do not have, and closes those of settled ones. */
export async function raiseFoundAlerts(): Promise<{ found: number; unsettled: number }> {
  for (const each of await listSettledWithAlert())
    await closeAlert({ kind: "payout_found", subject: subjectOf(each) });
  let unsettled = 0;
  for (const each of await listUnsettled()) {
    // The service is about to complete it.
    if (each.withdrawalStatus === "pending" || each.withdrawalStatus === "approved") continue;
    unsettled += 1;
    await openAlert({ kind: "payout_found", subject: subjectOf(each), text: foundText(each) });
  }
  return { found: await countFoundPayouts(), unsettled };
}

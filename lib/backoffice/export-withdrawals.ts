import { exportPages, type TextColumns } from "@/lib/contract/csv/export-pages";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { formatUsd } from "@/lib/kernel/money";
import type { WithdrawalStatus } from "@/lib/withdrawals/states";
import { approvalsNeeded } from "./approvals-needed";
import type { exportAdminWithdrawalsContract } from "./contract";
import { withdrawalPages } from "./list-withdrawals";
import type { AdminWithdrawalRow } from "./store";

/** The statuses in which the whole amount was returned to the wallet. */
const RETURNED: readonly WithdrawalStatus[] = ["cancelled", "rejected", "failed"];

const COLUMNS: TextColumns<AdminWithdrawalRow> = {
  withdrawal: ({ id }) => id,
  partner: ({ partnerId }) => partnerId,
  "partner name": ({ partnerName }) => partnerName,
  status: ({ status }) => status,
  // Signed: the sum of the column is the effect on the wallets.
  "amount (USD)": ({ status, amountMicroUsd }) =>
    formatUsd(RETURNED.includes(status) ? 0n : -amountMicroUsd),
  "requested (USD)": ({ amountMicroUsd }) => formatUsd(amountMicroUsd),
  "fee (USD)": ({ feeMicroUsd }) => formatUsd(feeMicroUsd),
  "to address": ({ toAddress }) => toAddress,
  "address label": ({ addressLabel }) => addressLabel,
  "paid before": ({ timesPaid }) => timesPaid.toString(),
  "look-alike": ({ hasLookAlike }) => (hasLookAlike ? "yes" : "no"),
  approvals: ({ approvals }) => String(approvals.filter(({ counts }) => counts).length),
  "approvals needed": (row) => String(approvalsNeeded(row)),
  "requested (UTC)": ({ createdAt }) => createdAt.toISOString(),
};

/** The filtered withdrawals of all partners as CSV of any length, in the order of the queue. */
export const exportWithdrawals: AdminUseCase<typeof exportAdminWithdrawalsContract> = async ({
  person,
  input,
  at,
}) => {
  const { read } = withdrawalPages(person.id, input.query);
  return exportPages({ name: "withdrawals", at, columns: COLUMNS, read });
};

// SQL: columns of an export, which is read in batches of thousands of rows.

import type { PersonContext } from "@/lib/contract/use-cases";
import { when } from "@/lib/db/list-statement";
import type { WithdrawalStatus } from "@/lib/withdrawals/states";
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from "@/lib/withdrawals/store";
import type { exportWithdrawalsContract } from "./contract";
import { type Column, exportCsv } from "./export-csv";
import { readBatches } from "./store";

/** The statuses in which the whole amount was returned to the wallet and no fee was charged. */
const RETURNED: readonly WithdrawalStatus[] = ["cancelled", "rejected", "failed"];

/**
 * The amount, or 0 if the withdrawal was returned, so that the sum of a column is the total cost of the withdrawals.
 */
const unlessReturned = (amount: (row: WithdrawalRow) => bigint) => (row: WithdrawalRow) =>
  RETURNED.includes(row.status) ? 0n : amount(row);

/** The status has the values of the API. */
const COLUMNS: readonly Column<WithdrawalRow>[] = [
  { name: "Withdrawal ID", text: ({ id }) => id },
  { name: "Created", instant: ({ createdAt }) => createdAt },
  // Signed: the sum of the column is the total effect on the wallet.
  { name: "Amount", microUsd: unlessReturned(({ amountMicroUsd }) => -amountMicroUsd) },
  { name: "Fee", microUsd: unlessReturned(({ feeMicroUsd }) => feeMicroUsd) },
  {
    name: "Net amount",
    microUsd: unlessReturned(({ amountMicroUsd, feeMicroUsd }) => amountMicroUsd - feeMicroUsd),
  },
  { name: "Requested amount", microUsd: ({ amountMicroUsd }) => amountMicroUsd },
  { name: "Currency", text: () => "USD" },
  { name: "Status", text: ({ status }) => status },
  { name: "To", text: ({ toAddress }) => toAddress },
  { name: "Transaction hash", text: ({ txHash }) => txHash },
  {
    name: "Reason",
    text: ({ rejectReason, failureReason }) => rejectReason ?? failureReason,
  },
  { name: "Approved", instant: ({ approvedAt }) => approvedAt },
  { name: "Completed", instant: ({ completedAt }) => completedAt },
  { name: "Cancelled", instant: ({ cancelledAt }) => cancelledAt },
];

/** Exports the withdrawals that match the filters. */
export function exportWithdrawals({
  partner,
  input,
  at,
}: PersonContext<typeof exportWithdrawalsContract>): Promise<Response> {
  const { timeZone, status } = input.query;
  const batches = readBatches<WithdrawalRow>({
    name: "withdrawals",
    scope: partner.id,
    from: "withdrawals w WHERE w.partner_id = $1",
    id: "w.id",
    conditions: when("status", status, "w.status = ?"),
    columns: "w.*",
    beside: `LEFT JOIN LATERAL (SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawals w
      WHERE w.id = page.id OFFSET 0) w ON true`,
  });
  return exportCsv({ name: "withdrawals", columns: COLUMNS, batches, timeZone, at });
}

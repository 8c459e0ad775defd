import type { PersonContext } from "@/lib/contract/use-cases";
import { when } from "@/lib/db/list-statement";
import type { WithdrawalStatus } from "@/lib/withdrawals/states";
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from "@/lib/withdrawals/store";
import type { exportWithdrawalsContract } from "./contract";
import { type Column, exportCsv } from "./export-csv";
import { readBatches } from "./store";

/** A withdrawal in one of these states gave its whole amount back to the wallet, and took no fee. */
const RETURNED: readonly WithdrawalStatus[] = ["cancelled", "rejected", "failed"];

/** An amount that counts unless the withdrawal was returned: columns of them sum up to what withdrawals cost. */
const unlessReturned = (amount: (row: WithdrawalRow) => bigint) => (row: WithdrawalRow) =>
  RETURNED.includes(row.status) ? 0n : amount(row);

/** The status in the words of the API. */
const COLUMNS: readonly Column<WithdrawalRow>[] = [
  { name: "Withdrawal ID", text: ({ id }) => id },
  { name: "Created", instant: ({ createdAt }) => createdAt },
  // With its sign: the column sums up to what the withdrawals changed on the wallet.
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

/** The withdrawals that the filters leave. */
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

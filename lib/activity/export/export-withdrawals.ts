import type { PersonContext } from "@/lib/contract/use-cases";
import { findIsBroad } from "@/lib/db/find-is-broad";
import { readBatches } from "@/lib/db/read-batches";
import type { WithdrawalStatus } from "@/lib/withdrawals/states";
import type { WithdrawalRow } from "@/lib/withdrawals/store";
import { collectedWithdrawals, withdrawalList } from "@/lib/withdrawals/withdrawal-list";
import type { exportWithdrawalsContract } from "./contract";
import { type Column, exportCsv } from "./export-csv";

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
export async function exportWithdrawals({
  partner,
  input,
  at,
}: PersonContext<typeof exportWithdrawalsContract>): Promise<Response> {
  const { timeZone, ...filters } = input.query;
  const isBroadSearch = await findIsBroad(collectedWithdrawals(partner.id, filters.search));
  const list = withdrawalList(partner.id, { ...filters, isBroadSearch });
  const batches = readBatches<WithdrawalRow>(list);
  return exportCsv({ name: "withdrawals", columns: COLUMNS, batches, timeZone, at });
}

import type { PersonContext } from "@/lib/contract/use-cases";
import { BATCH_ROWS } from "@/lib/db/batch-rows";
import { readPages } from "@/lib/db/read-pages";
import { type DepositRow, listDeposits } from "@/lib/deposits/store";
import type { exportDepositsContract } from "./contract";
import { type Column, exportCsv } from "./export-csv";

/** The status has the values of the API. */
const COLUMNS: readonly Column<DepositRow>[] = [
  { name: "Deposit ID", text: ({ id }) => id },
  { name: "Created", instant: ({ createdAt }) => createdAt },
  // The sum of the column is what was credited: a deposit that confirms or is held counts as 0.
  {
    name: "Amount",
    microUsd: ({ status, amountMicroUsd }) => (status === "credited" ? amountMicroUsd : 0n),
  },
  { name: "Deposited amount", microUsd: ({ amountMicroUsd }) => amountMicroUsd },
  { name: "Token", text: ({ token }) => token },
  { name: "Chain", text: ({ chain }) => chain },
  { name: "Status", text: ({ status }) => status },
  { name: "Transaction hash", text: ({ txHash }) => txHash },
  { name: "Ordinal", text: ({ ordinal }) => String(ordinal) },
  { name: "From", text: ({ fromAddress }) => fromAddress },
  { name: "To", text: ({ toAddress }) => toAddress },
  { name: "Card ID", text: ({ cardId }) => cardId },
];

/** Exports the deposits that match the filters, confirming and held ones included. */
export function exportDeposits({
  partner,
  input,
  at,
}: PersonContext<typeof exportDepositsContract>): Promise<Response> {
  const { timeZone, ...filters } = input.query;
  const batches = readPages((page) => listDeposits(partner.id, filters, page), BATCH_ROWS);
  return exportCsv({ name: "deposits", columns: COLUMNS, batches, timeZone, at });
}

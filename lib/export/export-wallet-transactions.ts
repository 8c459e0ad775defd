import type { PersonContext } from "@/lib/http/person-route";
import type { StoredWalletTransaction } from "@/lib/wallet/store";
import { walletTransactionList } from "@/lib/wallet/transaction-list";
import type { exportWalletTransactionsContract } from "./contract";
import { type Column, exportCsv } from "./export-csv";
import { readBatches } from "./store";

const COLUMNS: readonly Column<StoredWalletTransaction>[] = [
  { name: "Transaction id", text: ({ id }) => id },
  { name: "Created", instant: ({ createdAt }) => createdAt },
  // With its sign: of the whole list they sum up to the balance.
  {
    name: "Amount",
    microUsd: ({ type, amountMicroUsd }) => (type === "debit" ? -amountMicroUsd : amountMicroUsd),
  },
  { name: "Currency", text: ({ currency }) => currency },
  { name: "Type", text: ({ type }) => type },
  { name: "Action", text: ({ action }) => action },
  { name: "Category", text: ({ category }) => category },
  { name: "Description", text: ({ narration }) => narration },
  { name: "Card id", text: ({ cardId }) => cardId },
];

/** The wallet transactions that the filters leave. */
export function exportWalletTransactions({
  partner,
  input,
  at,
}: PersonContext<typeof exportWalletTransactionsContract>): Promise<Response> {
  const { timeZone, ...filters } = input.query;
  const batches = readBatches<StoredWalletTransaction>(walletTransactionList(partner.id, filters));
  return exportCsv({
    name: "wallet-transactions",
    columns: COLUMNS,
    batches,
    timeZone,
    at,
  });
}

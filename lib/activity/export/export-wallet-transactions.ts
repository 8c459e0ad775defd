// SQL: columns of an export, which is read in batches of thousands of rows.

import type { PersonContext } from "@/lib/contract/use-cases";
import { readBatches } from "@/lib/db/read-batches";
import type { StoredWalletTransaction } from "@/lib/wallet/store";
import { walletTransactionList } from "@/lib/wallet/transaction-list";
import type { exportWalletTransactionsContract } from "./contract";
import { type Column, exportCsv } from "./export-csv";

interface Row extends StoredWalletTransaction {
  balanceAfterMicroUsd: bigint;
  /** The source of the journal: a withdrawal, a card transaction, a deposit or a user. */
  sourceId: string;
  /** The partner's own reference; set for a withdrawal from a card. */
  reference: string | null;
}

/** Type, action and category have the values of the API. */
const COLUMNS: readonly Column<Row>[] = [
  { name: "Transaction ID", text: ({ id }) => id },
  { name: "Created", instant: ({ createdAt }) => createdAt },
  // Signed: the sum of the whole list is the balance.
  {
    name: "Amount",
    microUsd: ({ type, amountMicroUsd }) => (type === "debit" ? -amountMicroUsd : amountMicroUsd),
  },
  { name: "Balance after", microUsd: ({ balanceAfterMicroUsd }) => balanceAfterMicroUsd },
  { name: "Currency", text: ({ currency }) => currency },
  { name: "Type", text: ({ type }) => type },
  { name: "Action", text: ({ action }) => action },
  { name: "Category", text: ({ category }) => category },
  { name: "Description", text: ({ narration }) => narration },
  { name: "Reference", text: ({ reference }) => reference },
  { name: "Source ID", text: ({ sourceId }) => sourceId },
  { name: "Card ID", text: ({ cardId }) => cardId },
];

/**
 * Each row is found by a primary key: the journal, its leg of the wallet, and the card transaction that is its source.
 */
const POSTED = `LEFT JOIN LATERAL (
  SELECT j.source_id AS "sourceId", e.balance_after_micro_usd AS "balanceAfterMicroUsd",
    (SELECT reference FROM card_transactions WHERE id = j.source_id COLLATE "default" AND partner_id = $1) AS reference
  FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id
  WHERE j.id = t."journalId" AND e.account_id = 'wallet:' || $1 OFFSET 0) posted ON true`;

/** Exports the wallet transactions that match the filters, each with the balance after it. */
export function exportWalletTransactions({
  partner,
  input,
  at,
}: PersonContext<typeof exportWalletTransactionsContract>): Promise<Response> {
  const { timeZone, ...filters } = input.query;
  const list = walletTransactionList(partner.id, filters);
  const batches = readBatches<Row>({
    ...list,
    columns: `${list.columns}, posted.*`,
    beside: `${list.beside} ${POSTED}`,
  });
  return exportCsv({ name: "wallet-transactions", columns: COLUMNS, batches, timeZone, at });
}

// SQL: hot path: the balance; hot list of wallet transactions.

import { query } from "@/lib/db";
import { listStatement } from "@/lib/db/list-statement";
import { ofOwner } from "@/lib/db/of-owner";
import { queryList } from "@/lib/db/query-list";
import { queryPage } from "@/lib/db/query-page";
import { inOrder, type TransactionSort } from "@/lib/db/transaction-sort";
import type { Page, PageRequest } from "@/lib/kernel/page";
import type { WalletTransactionRow } from "@/lib/ledger";
import type { WalletCategory } from "./categories";
import {
  WALLET_TRANSACTION_COLUMNS,
  type WalletTransactionFilters,
  walletTransactionList,
} from "./transaction-list";

export interface StoredWalletTransaction extends Omit<WalletTransactionRow, "cardId" | "category"> {
  id: string;
  currency: string;
  category: WalletCategory;
  cardId: string | null;
}

/** Lists a partner's wallet transactions, newest first. */
export function listWalletTransactions(
  partnerId: string,
  page: PageRequest,
): Promise<Page<StoredWalletTransaction>> {
  return queryPage<StoredWalletTransaction>({
    name: "list_wallet_transactions",
    rows: `SELECT ${WALLET_TRANSACTION_COLUMNS} FROM wallet_transactions t WHERE ${ofOwner("t.partner_id", "$1")}
      ORDER BY t.partner_id, t.id DESC`,
    scope: partnerId,
    kind: "wallet_transactions",
    page,
  });
}

export async function findWalletTransaction(
  partnerId: string,
  id: string,
): Promise<StoredWalletTransaction | undefined> {
  const rows = await query<StoredWalletTransaction>(
    "find_wallet_transaction",
    `SELECT ${WALLET_TRANSACTION_COLUMNS} FROM wallet_transactions t WHERE t.partner_id = $1 AND t.id = $2`,
    [partnerId, id],
  );
  return rows[0];
}

/** Finds the wallet transactions that match the filters, in the requested order. */
export function findWalletTransactions(
  partnerId: string,
  filters: WalletTransactionFilters,
  sort: TransactionSort,
  page: PageRequest,
): Promise<Page<StoredWalletTransaction>> {
  const list = inOrder(walletTransactionList(partnerId, filters), sort);
  return queryList(listStatement({ ...list, kind: "wallet_transactions", page }), page.limit);
}

/** Finds the wallet's balance and the sum of its pending and approved withdrawals, in micro-USD. */
export async function findBalance(
  partnerId: string,
): Promise<{ availableMicroUsd: bigint; pendingMicroUsd: bigint }> {
  const rows = await query<{ availableMicroUsd: bigint; pendingMicroUsd: bigint }>(
    "find_balance",
    `SELECT a.balance_micro_usd AS "availableMicroUsd", coalesce((
       SELECT sum(amount_micro_usd) FROM withdrawals
       WHERE partner_id = $1 AND status IN ('pending', 'approved')), 0)::bigint AS "pendingMicroUsd"
     FROM ledger.accounts a WHERE a.id = 'wallet:' || $1`,
    [partnerId],
  );
  return rows[0] ?? { availableMicroUsd: 0n, pendingMicroUsd: 0n };
}

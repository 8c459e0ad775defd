// SQL: calls the SQL function for a balance at an instant.

import { query } from "@/lib/db";

/**
 * The balance of an account at an instant, in micro-USD, computed from its entries alone. The balance is 0 before the
 * first entry; an entry of exactly that instant counts. Source: design 6, history at any instant can be read back.
 * @throws DatabaseError PW003 if the account does not exist.
 */
export async function balanceAt(account: string, instant: Date): Promise<bigint> {
  const rows = await query<{ balance: bigint }>(
    "balance_at",
    "SELECT ledger.balance_at($1, $2) AS balance",
    [account, instant],
  );
  return rows[0]?.balance ?? 0n;
}

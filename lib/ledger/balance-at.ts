import { query } from "@/lib/db";

/**
 * What an account had at an instant, in micro-USD, read back from its entries alone: 0 before its first one. An entry of
 * that very instant counts. Source: design 6, history at any instant can be read back.
 * @throws DatabaseError PW003 when there is no such account.
 */
export async function balanceAt(account: string, instant: Date): Promise<bigint> {
  const rows = await query<{ balance: bigint }>(
    "balance_at",
    "SELECT ledger.balance_at($1, $2) AS balance",
    [account, instant],
  );
  return rows[0]?.balance ?? 0n;
}

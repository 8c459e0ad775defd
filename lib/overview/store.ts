import type { CardStatus } from "@/lib/cards/states";
import { query } from "@/lib/db";
import { firstIdAt } from "@/lib/ids";
import type { UserStatus } from "@/lib/users/states";

/** How a partner stands now. */
export interface StandingRow {
  availableMicroUsd: bigint;
  pendingMicroUsd: bigint;
  pendingWithdrawals: bigint;
  confirmingMicroUsd: bigint;
  confirmingDeposits: bigint;
  cards: Partial<Record<CardStatus, number>>;
  users: Partial<Record<UserStatus, number>>;
  hasDeposit: boolean;
  hasPurchase: boolean;
  hasUsedKey: boolean;
  hasColleague: boolean;
}

const OPEN_WITHDRAWALS =
  "FROM withdrawals WHERE partner_id = $1 AND status IN ('pending', 'approved')";
const CONFIRMING = `FROM seen_transfers s WHERE s.partner_id = $1 AND NOT EXISTS (SELECT FROM deposits d
  WHERE d.chain = s.chain AND d.tx_hash = s.tx_hash AND d.ordinal = s.ordinal)`;
/** Among the newest or the oldest transactions: a purchase is not looked for in all that there ever were. */
const hasPurchaseAmong = (order: "ASC" | "DESC") => `EXISTS (SELECT FROM (
    SELECT category, status FROM card_transactions WHERE partner_id = $1 ORDER BY created_at ${order}, id ${order} LIMIT 500) t
  WHERE t.category = 'authorization' AND t.status <> 'declined')`;
const byStatus = (rows: string) =>
  `(SELECT coalesce(json_object_agg(status, n), '{}') FROM (SELECT status, count(*) AS n ${rows} GROUP BY status) counted)`;

/** Balance, what is on its way, how many cards and users there are of each state, and what was done at least once. */
export async function findStanding(partnerId: string): Promise<StandingRow> {
  const [row] = await query<StandingRow & Record<string, unknown>>(
    "find_standing",
    `SELECT a.balance_micro_usd AS "availableMicroUsd",
       (SELECT coalesce(sum(amount_micro_usd), 0)::bigint ${OPEN_WITHDRAWALS}) AS "pendingMicroUsd",
       (SELECT count(*) ${OPEN_WITHDRAWALS}) AS "pendingWithdrawals",
       (SELECT coalesce(sum(s.amount_micro_usd), 0)::bigint ${CONFIRMING}) AS "confirmingMicroUsd",
       (SELECT count(*) ${CONFIRMING}) AS "confirmingDeposits",
       ${byStatus("FROM cards WHERE partner_id = $1")} AS cards,
       ${byStatus("FROM users WHERE partner_id = $1 AND deleted_at IS NULL")} AS users,
       EXISTS (SELECT FROM deposits WHERE partner_id = $1 AND card_id IS NULL) AS "hasDeposit",
       ${hasPurchaseAmong("DESC")} OR ${hasPurchaseAmong("ASC")} AS "hasPurchase",
       EXISTS (SELECT FROM api_key_uses WHERE partner_id = $1) AS "hasUsedKey",
       (SELECT count(*) > 1 FROM people WHERE partner_id = $1 AND disabled_at IS NULL)
         OR EXISTS (SELECT FROM invitations WHERE partner_id = $1) AS "hasColleague"
     FROM ledger.accounts a WHERE a.id = 'wallet:' || $1`,
    [partnerId],
  );
  if (!row) throw new Error(`partner ${partnerId} has no wallet account`);
  return row;
}

/** What moved the wallet on one day, of one category. */
export interface MovedRow {
  /** Of the days that were asked for, from 0. */
  day: number;
  category: string;
  amountMicroUsd: bigint;
}

/** A row's id is made after the instant that the row carries, in the same process; clocks are set back by less. */
const ID_SLACK_MS = 60_000;

/** What moved the wallet since the first of these instants, by day and category. */
export function findMoved(partnerId: string, dayStarts: readonly Date[]): Promise<MovedRow[]> {
  const since = dayStarts[0] ?? new Date();
  return query<MovedRow & Record<string, unknown>>(
    "find_moved",
    `SELECT width_bucket(created_at, $2::timestamptz[]) - 1 AS day, category, sum(amount_micro_usd)::bigint AS "amountMicroUsd"
     FROM wallet_transactions WHERE partner_id = $1 AND id >= $3 AND created_at >= $4 GROUP BY 1, 2`,
    [partnerId, dayStarts, firstIdAt("txn", new Date(since.getTime() - ID_SLACK_MS)), since],
  );
}

/** What the wallet had just before each of these instants, in their order. */
export async function findBalancesBefore(
  partnerId: string,
  instants: readonly Date[],
): Promise<bigint[]> {
  const rows = await query<{ balance: bigint }>(
    "find_balances_before",
    `SELECT ledger.balance_at('wallet:' || $1, n.instant - interval '1 microsecond') AS balance
     FROM unnest($2::timestamptz[]) WITH ORDINALITY n (instant, place) ORDER BY n.place`,
    [partnerId, instants],
  );
  return rows.map(({ balance }) => balance);
}

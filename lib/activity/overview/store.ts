// SQL: sums and counters of the whole partner in one statement.

import { CARD_STATUSES, type CardStatus } from "@/lib/cards/states";
import { query } from "@/lib/db";
import { instantAfter, msUntil } from "@/lib/db/database-clock";
import { storedSums } from "@/lib/kernel/stored-sums";
import { USER_STATUSES, type UserStatus } from "@/lib/users/states";

/** A partner's present state. */
export interface StandingRow {
  availableMicroUsd: bigint;
  /** Below this balance the partner wants a notice. */
  lowBalanceMicroUsd: bigint | null;
  pendingMicroUsd: bigint;
  pendingWithdrawals: bigint;
  confirmingMicroUsd: bigint;
  confirmingDeposits: bigint;
  /** The number of cards with an open shortfall. */
  owingCards: bigint;
  /** Of the owing cards, those that can no longer be funded. */
  owingTerminatedCards: bigint;
  /** The shortfalls of the owing cards: what the card network collected beyond their balances. */
  owedMicroUsd: bigint;
  cards: Partial<Record<CardStatus, number>>;
  users: Partial<Record<UserStatus, number>>;
  /** The wallet has at least one transaction; the first is always a credit. */
  isFunded: boolean;
  hasPurchase: boolean;
  hasUsedKey: boolean;
  hasColleague: boolean;
}

const OPEN_WITHDRAWALS =
  "FROM withdrawals WHERE partner_id = $1 AND status IN ('pending', 'approved')";
const CONFIRMING = `FROM seen_transfers s WHERE s.partner_id = $1 AND NOT EXISTS (SELECT FROM deposits d
  WHERE d.chain = s.chain AND d.tx_hash = s.tx_hash AND d.ordinal = s.ordinal)`;
/** The alert is open exactly while a card has a shortfall (decision 0063), and has an index on open alerts. */
const OWING = `FROM alerts o JOIN cards c ON c.id = o.subject JOIN ledger.accounts s ON s.id = 'card_shortfall:' || c.id
  WHERE o.kind = 'card_shortfall' AND o.closed_at IS NULL AND c.partner_id = $1`;
/** Looks only at the newest or the oldest transactions, because a search of all of them could be slow. */
const hasPurchaseAmong = (order: "ASC" | "DESC") => `EXISTS (SELECT FROM (
    SELECT category, status FROM card_transactions WHERE partner_id = $1 ORDER BY created_at ${order}, id ${order} LIMIT 500) t
  WHERE t.category = 'authorization' AND t.status <> 'declined')`;
/** Read from the counters that triggers maintain (0009). */
const byStatus = (list: "cards" | "users", statuses: readonly string[]) =>
  `(SELECT coalesce(json_object_agg(status, n), '{}') FROM (
    SELECT split_part(kind, ':', 2) AS status, sum(n) AS n FROM row_counts
    WHERE scope = $1 AND kind IN (${statuses.map((status) => `'${list}:${status}'`)}) GROUP BY kind) counted)`;

/**
 * Reads the balance, pending amounts, the number of cards and users by status, and which steps were done at least once.
 */
export async function findStanding(partnerId: string, at: Date): Promise<StandingRow> {
  const [row] = await query<StandingRow & Record<string, unknown>>(
    "find_standing",
    `SELECT a.balance_micro_usd AS "availableMicroUsd",
       (SELECT low_balance_micro_usd FROM partners WHERE id = $1) AS "lowBalanceMicroUsd",
       (SELECT coalesce(sum(amount_micro_usd), 0)::bigint ${OPEN_WITHDRAWALS}) AS "pendingMicroUsd",
       (SELECT count(*) ${OPEN_WITHDRAWALS}) AS "pendingWithdrawals",
       (SELECT coalesce(sum(s.amount_micro_usd), 0)::bigint ${CONFIRMING}) AS "confirmingMicroUsd",
       (SELECT count(*) ${CONFIRMING}) AS "confirmingDeposits",
       (SELECT count(*) ${OWING}) AS "owingCards",
       (SELECT count(*) ${OWING} AND c.status = 'terminated') AS "owingTerminatedCards",
       (SELECT coalesce(-sum(s.balance_micro_usd), 0)::bigint ${OWING}) AS "owedMicroUsd",
       ${byStatus("cards", CARD_STATUSES)} AS cards, ${byStatus("users", USER_STATUSES)} AS users,
       a.version > 0 AS "isFunded",
       ${hasPurchaseAmong("DESC")} OR ${hasPurchaseAmong("ASC")} AS "hasPurchase",
       EXISTS (SELECT FROM api_key_uses WHERE partner_id = $1) AS "hasUsedKey",
       (SELECT count(*) > 1 FROM people WHERE partner_id = $1 AND disabled_at IS NULL)
         OR (EXISTS (SELECT FROM people WHERE partner_id = $1 AND disabled_at IS NULL) AND EXISTS (
           SELECT FROM invitations WHERE partner_id = $1 AND accepted_at IS NULL AND revoked_at IS NULL
             AND expires_at > ${instantAfter("$2")})) AS "hasColleague"
     FROM ledger.accounts a WHERE a.id = 'wallet:' || $1`,
    [partnerId, msUntil(at)],
  );
  if (!row) throw new Error(`partner ${partnerId} has no wallet account`);
  return row;
}

/** The sum of one category of wallet transactions in one period. */
export interface MovedRow {
  /** The index of the requested period, from 0. */
  day: number;
  category: string;
  amountMicroUsd: bigint;
}

/**
 * Sums the wallet transactions by period and category. A period begins at each of these instants and ends at the next
 * one, the last at `until`. Every instant must be a quarter of an hour. The upper end of the ids tells the planner that
 * few rows follow the stored sums. Source: docs/decisions/0027-sums-of-the-overview.md.
 */
export function findMoved(
  partnerId: string,
  starts: readonly Date[],
  until: Date | "infinity" = "infinity",
): Promise<MovedRow[]> {
  const { minutes, daysFrom, daysUntil } = storedSums(starts, until);
  const short = minutes === 60 ? "wallet_hour_sums" : "wallet_sums";
  const sums = (table: string, from: string, end: string) =>
    `SELECT starts_at AS at, category, amount_micro_usd FROM ${table}
         WHERE partner_id = $1 AND starts_at >= ${from} AND starts_at < ${end}`;
  return query<MovedRow & Record<string, unknown>>(
    minutes === 60 ? "find_moved_by_hours" : "find_moved",
    `SELECT width_bucket(moved.at, $2::timestamptz[]) - 1 AS day, category, sum(amount_micro_usd)::bigint AS "amountMicroUsd"
     FROM (
       ${sums(short, "$3", "$5")}
       UNION ALL ${sums("wallet_day_sums", "$5", "$6")}
       UNION ALL ${sums(short, "$6", "$4")}
       UNION ALL SELECT created_at, category, amount_micro_usd FROM wallet_transactions
         WHERE partner_id = $1 AND id >= (SELECT before_id FROM wallet_sums_end) AND id < 'txn_z'
           AND created_at >= $3 AND created_at < $4) moved
     GROUP BY 1, 2`,
    [partnerId, starts, starts[0], until, daysFrom, daysUntil],
  );
}

/**
 * Adds the wallet transactions before an id to the stored sums, in short steps. Returns the number of sums of quarters
 * of an hour that were written.
 */
export async function sumWalletsBefore(id: string): Promise<number> {
  for (let total = 0; ; ) {
    const [row] = await query<{ written: bigint }>(
      "sum_wallets",
      "SELECT sum_wallets($1) AS written",
      [id],
    );
    const written = Number(row?.written ?? 0n);
    if (written === 0) return total;
    total += written;
  }
}

/** Returns the wallet balance just before each of these instants, in the same order. */
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

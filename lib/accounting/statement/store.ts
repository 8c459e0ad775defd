// SQL: sums over the entries of the ledger.

import { query } from "@/lib/db";
import type { JournalType } from "../schema";

/** A section of a wallet's history: the entries after version `low` up to `high`, with the balances at both ends. */
export interface StretchRow {
  low: bigint;
  high: bigint;
  openingMicroUsd: bigint;
  closingMicroUsd: bigint;
}

/** Reads the section from one time (inclusive) until another (exclusive). PostgreSQL's times have microseconds. */
export async function findStretch(
  account: string,
  from: Date,
  until: Date,
): Promise<StretchRow | undefined> {
  const rows = await query<StretchRow & Record<string, unknown>>(
    "find_stretch",
    `SELECT v.low, v.high, coalesce(o.balance_after_micro_usd, 0) AS "openingMicroUsd",
       coalesce(c.balance_after_micro_usd, 0) AS "closingMicroUsd"
     FROM (SELECT ledger.version_at($1, $2::timestamptz - interval '1 microsecond') AS low,
         ledger.version_at($1, $3::timestamptz - interval '1 microsecond') AS high) v
       LEFT JOIN ledger.entries o ON o.account_id = $1 AND o.account_version = v.low
       LEFT JOIN ledger.entries c ON c.account_id = $1 AND c.account_version = v.high`,
    [account, from, until],
  );
  return rows[0];
}

/** With the collation of other ids, so that the index of withdrawals can be used. */
const SOURCE_ID = `j.source_id COLLATE "default"`;

/**
 * Fees contained in an entry's amount: for a card withdrawal the part that the wallet did not receive, for a withdrawal
 * its own fee.
 */
const FEES_WITHIN = `coalesce(CASE j.type
    WHEN 'card_withdrawal' THEN (SELECT f.amount_micro_usd FROM ledger.entries f WHERE f.journal_id = j.id AND f.account_id = 'fees')
    WHEN 'withdrawal' THEN (SELECT w.fee_micro_usd FROM withdrawals w WHERE w.id = ${SOURCE_ID})
    WHEN 'withdrawal_refund' THEN (SELECT w.fee_micro_usd FROM withdrawals w WHERE w.id = ${SOURCE_ID}) END, 0)`;
const MOVES = `ledger.entries e JOIN ledger.journals j ON j.id = e.journal_id
  WHERE e.account_id = $1 AND e.account_version > $2 AND e.account_version <= $3`;

export interface TypeSumRow {
  type: JournalType;
  count: bigint;
  amountMicroUsd: bigint;
  feesWithinMicroUsd: bigint;
}

/** Sums the entries of a section by journal type. */
export function sumStretch(
  account: string,
  { low, high }: Pick<StretchRow, "low" | "high">,
): Promise<TypeSumRow[]> {
  return query<TypeSumRow & Record<string, unknown>>(
    "sum_stretch",
    `SELECT j.type, count(*) AS count, sum(e.amount_micro_usd)::bigint AS "amountMicroUsd",
       sum(${FEES_WITHIN})::bigint AS "feesWithinMicroUsd" FROM ${MOVES} GROUP BY j.type`,
    [account, low, high],
  );
}

export interface MoveRow {
  version: bigint;
  journalId: string;
  type: JournalType;
  sourceId: string;
  amountMicroUsd: bigint;
  feesWithinMicroUsd: bigint;
  balanceAfterMicroUsd: bigint;
  narration: string | null;
  cardId: string | null;
  createdAt: Date;
}

/** Lists the entries of a section, oldest first, `limit` of them at most. */
export function listMoves(
  account: string,
  { low, high }: Pick<StretchRow, "low" | "high">,
  limit: number,
): Promise<MoveRow[]> {
  return query<MoveRow & Record<string, unknown>>(
    "list_moves",
    `SELECT e.account_version AS version, j.id AS "journalId", j.type, j.source_id AS "sourceId",
       e.amount_micro_usd AS "amountMicroUsd", ${FEES_WITHIN} AS "feesWithinMicroUsd",
       e.balance_after_micro_usd AS "balanceAfterMicroUsd", t.narration, t.card_id AS "cardId", e.created_at AS "createdAt"
     FROM (SELECT * FROM ledger.entries WHERE account_id = $1 AND account_version > $2 AND account_version <= $3
         ORDER BY account_version LIMIT $4) e
       JOIN ledger.journals j ON j.id = e.journal_id LEFT JOIN wallet_transactions t ON t.journal_id = e.journal_id
     ORDER BY e.account_version`,
    [account, low, high, limit],
  );
}

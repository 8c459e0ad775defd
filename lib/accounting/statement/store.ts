// SQL: sums over the entries of the ledger.

import { query } from "@/lib/db";
import type { JournalType } from "../schema";

/** A range of a wallet's entries: those after version `low` up to `high`, with the balances at both ends. */
export interface EntryRangeRow {
  low: bigint;
  high: bigint;
  openingMicroUsd: bigint;
  closingMicroUsd: bigint;
  /**
   * No entry can be added to the range: its hours are stored. A time does not tell, because a commit can wait for a standby or a
   * disk for as long as that is away (ledger.close_hours).
   */
  isClosed: boolean;
}

/** Finds the range of the entries from one time (inclusive) until another (exclusive). PostgreSQL's times have microseconds. */
export async function findEntryRange(
  account: string,
  from: Date,
  until: Date,
): Promise<EntryRangeRow | undefined> {
  const rows = await query<EntryRangeRow & Record<string, unknown>>(
    "find_entry_range",
    `SELECT v.low, v.high, coalesce(o.balance_after_micro_usd, 0) AS "openingMicroUsd",
       coalesce(c.balance_after_micro_usd, 0) AS "closingMicroUsd",
       (SELECT ended_at >= $3::timestamptz FROM ledger.hours_end) AS "isClosed"
     FROM (SELECT ledger.version_at($1, $2::timestamptz - interval '1 microsecond') AS low,
         ledger.version_at($1, $3::timestamptz - interval '1 microsecond') AS high) v
       LEFT JOIN ledger.entries o ON o.account_id = $1 AND o.account_version = v.low
       LEFT JOIN ledger.entries c ON c.account_id = $1 AND c.account_version = v.high`,
    [account, from, until],
  );
  return rows[0];
}

const FEES_WITHIN = "ledger.fees_within(j.type, j.id, j.source_id)";

/** A refund returns the fee that its withdrawal took, so that the fees of both sum to zero. */
const withSign = (type: string, fees: string) =>
  `CASE ${type} WHEN 'withdrawal_refund' THEN -(${fees}) ELSE ${fees} END`;

export interface TypeSumRow {
  type: JournalType;
  count: bigint;
  amountMicroUsd: bigint;
  /** Negative for fees that were returned. */
  feesWithinMicroUsd: bigint;
}

/**
 * Sums the entries of a range by journal type: stored sums of hours, and the entries after the last stored hour. The
 * range is that of the period, which begins at a full hour.
 */
export function sumEntryRange(
  account: string,
  { low, high }: Pick<EntryRangeRow, "low" | "high">,
  { from, until }: { from: Date; until: Date },
): Promise<TypeSumRow[]> {
  return query<TypeSumRow & Record<string, unknown>>(
    "sum_entry_range",
    `WITH stored AS (SELECT least(ended_at, date_trunc('hour', $5::timestamptz, 'UTC')) AS until FROM ledger.wallet_hours_end),
       rest AS (SELECT greatest($2::bigint, ledger.version_at($1, until - interval '1 microsecond')) AS after FROM stored)
     SELECT type, sum(n)::bigint AS count, sum(amount)::bigint AS "amountMicroUsd", ${withSign("type", "sum(fees)")}::bigint AS "feesWithinMicroUsd"
     FROM (
       SELECT journal_type AS type, entry_count AS n, amount_micro_usd AS amount, fees_within_micro_usd AS fees
         FROM ledger.wallet_hours
         WHERE account_id = $1 AND ended_at > $4 AND ended_at <= (SELECT until FROM stored)
       UNION ALL SELECT j.type, 1, e.amount_micro_usd, ${FEES_WITHIN}
         FROM ledger.entries e JOIN ledger.journals j ON j.id = e.journal_id
         WHERE e.account_id = $1 AND e.account_version > (SELECT after FROM rest) AND e.account_version <= $3) entries
     GROUP BY type`,
    [account, low, high, from, until],
  );
}

export interface EntryRow {
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

/** Lists the entries of a range, oldest first, `limit` of them at most. */
export function listEntries(
  account: string,
  { low, high }: Pick<EntryRangeRow, "low" | "high">,
  limit: number,
): Promise<EntryRow[]> {
  return query<EntryRow & Record<string, unknown>>(
    "list_statement_entries",
    `SELECT e.account_version AS version, j.id AS "journalId", j.type, j.source_id AS "sourceId",
       e.amount_micro_usd AS "amountMicroUsd", ${withSign("j.type", FEES_WITHIN)} AS "feesWithinMicroUsd",
       e.balance_after_micro_usd AS "balanceAfterMicroUsd", t.narration, t.card_id AS "cardId", e.created_at AS "createdAt"
     FROM (SELECT * FROM ledger.entries WHERE account_id = $1 AND account_version > $2 AND account_version <= $3
         ORDER BY account_version LIMIT $4) e
       JOIN ledger.journals j ON j.id = e.journal_id LEFT JOIN wallet_transactions t ON t.journal_id = e.journal_id
     ORDER BY e.account_version`,
    [account, low, high, limit],
  );
}

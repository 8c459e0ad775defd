// SQL: money path: looks an address up in the list in force; replaces the list under a lock, in one statement.

import { inTransaction, lookUp, query } from "@/lib/db";
import type { ScreeningResult } from "./screening-port";

export interface ListState {
  sha256: string;
  addressCount: number;
  fetchedAt: Date;
}

/** Reads the list in force; undefined before the first one was accepted. */
export async function findList(): Promise<ListState | undefined> {
  const [row] = await query<ListState & Record<string, unknown>>(
    "find_sanctions_list",
    `SELECT sha256, address_count AS "addressCount", fetched_at AS "fetchedAt" FROM sanctions_list`,
    [],
  );
  return row;
}

/** Looks an address up. Returns undefined before the first list was accepted. */
export async function findListed(
  address: string,
): Promise<{ sha256: string; isListed: boolean } | undefined> {
  const [row] = await lookUp<{ sha256: string; isListed: boolean }>(
    "find_sanctioned_address",
    `SELECT l.sha256, EXISTS (SELECT FROM sanctioned_addresses s WHERE s.address = lower($1)) AS "isListed"
     FROM sanctions_list l`,
    [address],
  );
  return row;
}

interface NewList {
  source: string;
  sha256: string;
  addresses: readonly string[];
  at: Date;
}

/**
 * Replaces the list in force, unless that was fetched later: a process may have stood still since its fetch. A time in the future is
 * of a clock that was ahead, and would keep every newer list out until it has come; clocks that are right differ by less than a
 * minute. Readers see either the old one or the new one. Returns whether the list is in force now.
 */
export function replaceList({ source, sha256, addresses, at }: NewList): Promise<boolean> {
  return inTransaction(async (runQuery) => {
    // Before the statement that replaces it, so that this sees the addresses of a list that was stored meanwhile.
    await runQuery(
      "lock_sanctions_list",
      "SELECT pg_advisory_xact_lock(hashtextextended('sanctions_list', 0))",
      [],
    );
    const [row] = await runQuery<{ isReplaced: boolean }>(
      "replace_sanctions_list",
      `WITH fetched AS (SELECT unnest($3::text[]) AS address),
       replaced AS (
         INSERT INTO sanctions_list AS l (is_current, source, sha256, address_count, changed_at, fetched_at)
         SELECT true, $1, $2, count(*), $4::timestamptz, $4::timestamptz FROM fetched
         ON CONFLICT (is_current) DO UPDATE SET source = excluded.source, sha256 = excluded.sha256,
           address_count = excluded.address_count, fetched_at = excluded.fetched_at,
           changed_at = CASE WHEN l.sha256 = excluded.sha256 THEN l.changed_at ELSE excluded.changed_at END
         WHERE l.fetched_at <= excluded.fetched_at OR l.fetched_at > now() + interval '1 minute' RETURNING 1),
       removed AS (DELETE FROM sanctioned_addresses s USING replaced
         WHERE NOT EXISTS (SELECT FROM fetched f WHERE f.address = s.address)),
       added AS (INSERT INTO sanctioned_addresses SELECT f.address FROM fetched f CROSS JOIN replaced ON CONFLICT DO NOTHING)
       SELECT EXISTS (SELECT FROM replaced) AS "isReplaced"`,
      [source, sha256, addresses, at],
    );
    return row?.isReplaced ?? false;
  });
}

interface Screening {
  withdrawalId: string;
  partnerId: string;
  stage: "review" | "payout";
  result: ScreeningResult;
  at: Date;
}

/**
 * Records a result, the first time of each outcome and stage. Returns whether an administrator released the withdrawal.
 */
export async function recordScreening(screening: Screening): Promise<boolean> {
  const { withdrawalId, partnerId, stage, result, at } = screening;
  const [row] = await query<{ isReleased: boolean }>(
    "record_screening",
    `WITH added AS (
       INSERT INTO withdrawal_screenings (withdrawal_id, partner_id, stage, outcome, reason, list_sha256, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING)
     SELECT EXISTS (SELECT FROM withdrawal_screenings s WHERE s.withdrawal_id = $1 AND s.outcome = 'released') AS "isReleased"`,
    [withdrawalId, partnerId, stage, result.outcome, result.reason, result.listSha256, at],
  );
  return row?.isReleased ?? false;
}

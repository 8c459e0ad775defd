// SQL: reads whole days of journals with their legs, and calls the functions that close and seal days.

import type pg from "pg";
import { query } from "@/lib/db";
import type { Statement } from "@/lib/db/list-statement";
import { ofOwnerInRange } from "@/lib/db/of-owner";
import { inSnapshot } from "@/lib/db/snapshot";
import type { ProofJournal } from "./format/encode";
import type { PublicKey } from "./format/keys";

/** A stored root; days are texts such as `2026-11-21`. */
export interface RootRow {
  partnerId: string;
  day: string;
  leafCount: number;
  root: string;
  previous: string;
  hash: string;
  keyId: string;
  signature: string;
  firstJournalId: string;
  lastJournalId: string;
}

export interface PartnerJournal extends ProofJournal {
  partnerId: string;
}

const ROOT_COLUMNS = `r.partner_id AS "partnerId", to_char(r.day, 'YYYY-MM-DD') AS day, r.leaf_count AS "leafCount", r.root,
  r.previous, r.hash, r.key_id AS "keyId", r.signature, r.first_journal_id AS "firstJournalId",
  r.last_journal_id AS "lastJournalId"`;

/** The columns of a ProofJournal, from `ledger.journals j` and its entries `e`, grouped by j.id. */
const JOURNAL_COLUMNS = `j.partner_id AS "partnerId", j.id AS "journalId", j.type, j.source_id AS "sourceId",
  to_char(j.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
  json_agg(json_build_object('account', e.account_id, 'amountMicroUsd', e.amount_micro_usd::text,
    'version', e.account_version::text, 'balanceAfterMicroUsd', e.balance_after_micro_usd::text) ORDER BY e.leg) AS legs`;

/** SQL for a day in UTC as a range of instants. */
const instantsOf = (place: string) =>
  `${place}::date::timestamp AT TIME ZONE 'UTC' AND j.created_at < (${place}::date + 1)::timestamp AT TIME ZONE 'UTC'`;

/**
 * Closes the days that have ended, and returns the first that is not closed. A day closes in two calls at least.
 */
export async function closeDays(): Promise<string> {
  const [row] = await query<{ day: string }>(
    "close_days",
    "SELECT to_char(ledger.close_days(), 'YYYY-MM-DD') AS day",
    [],
  );
  if (!row) throw new Error("ledger.close_days returned no row");
  return row.day;
}

/** The first day without roots. */
export async function findSealedBefore(): Promise<string> {
  const [row] = await query<{ day: string }>(
    "find_sealed_before",
    "SELECT to_char(sealed_before, 'YYYY-MM-DD') AS day FROM ledger.days_end",
    [],
  );
  if (!row) throw new Error("ledger.days_end has no row");
  return row.day;
}

/** The statement that tells whether any journal is of the days from one to another, which is left out. */
export const journalsBetween = (from: string, until: string): Statement => ({
  name: "has_journals_between",
  text: `SELECT EXISTS (SELECT FROM ledger.entries WHERE created_at >= $1::date::timestamp AT TIME ZONE 'UTC'
       AND created_at < $2::date::timestamp AT TIME ZONE 'UTC') AS found`,
  values: [from, until],
});

/** Whether any journal is of the days from one to another, which is left out. */
export async function hasJournals(from: string, until: string): Promise<boolean> {
  const { name, text, values } = journalsBetween(from, until);
  const [row] = await query<{ found: boolean }>(name, text, values);
  return row?.found === true;
}

const BATCH_ROWS = 2_000;

/** Yields the rows of a query that reads journals, in batches. */
async function* batchesOf(
  client: pg.Client,
  text: string,
  values: string[] = [],
): AsyncGenerator<PartnerJournal[]> {
  await client.query(`DECLARE day_journals NO SCROLL CURSOR FOR ${text}`, values);
  for (;;) {
    const { rows } = await client.query<PartnerJournal>(`FETCH ${BATCH_ROWS} FROM day_journals`);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_ROWS) break;
  }
  await client.query("CLOSE day_journals");
}

/**
 * Yields the journals of all partners of a day, in batches: the partners in order, and each partner's journals in the
 * order of their leaves. Entries have the time of their journal, and their index finds those of a day.
 */
export const journalsOf = (client: pg.Client, day: string): AsyncGenerator<PartnerJournal[]> =>
  batchesOf(
    client,
    `SELECT ${JOURNAL_COLUMNS} FROM ledger.entries e JOIN ledger.journals j ON j.id = e.journal_id
     WHERE e.created_at >= '${day}'::date::timestamp AT TIME ZONE 'UTC'
       AND e.created_at < ('${day}'::date + 1)::timestamp AT TIME ZONE 'UTC' AND j.partner_id IS NOT NULL
     GROUP BY j.id ORDER BY j.partner_id COLLATE "C", j.id COLLATE "C"`,
  );

/** Reads in one snapshot, on a connection of its own. */
export const readDay = inSnapshot;

/** The hash of the last root before a day, of each of the partners that has one. */
export async function findLastHashes(
  partnerIds: readonly string[],
  day: string,
): Promise<Map<string, string>> {
  const rows = await query<{ partnerId: string; hash: string }>(
    "find_last_root_hashes",
    `SELECT p.id AS "partnerId", last.hash FROM unnest($1::text[]) p(id) CROSS JOIN LATERAL (
       SELECT hash FROM ledger.day_roots WHERE partner_id = p.id AND day < $2::date ORDER BY day DESC LIMIT 1) last`,
    [partnerIds, day],
  );
  return new Map(rows.map(({ partnerId, hash }) => [partnerId, hash]));
}

/** Stores the roots of a closed day; false when another process did. */
export async function sealDay(
  day: string,
  key: PublicKey,
  roots: readonly RootRow[],
  at: Date,
): Promise<boolean> {
  const rows = roots.map((row) => ({
    partner_id: row.partnerId,
    day: row.day,
    leaf_count: row.leafCount,
    root: row.root,
    previous: row.previous,
    hash: row.hash,
    key_id: row.keyId,
    signature: row.signature,
    first_journal_id: row.firstJournalId,
    last_journal_id: row.lastJournalId,
    created_at: at.toISOString(),
  }));
  const { keyId, publicKey } = key;
  const [sealed] = await query<{ isSealed: boolean }>(
    "seal_day",
    `SELECT ledger.seal_day($1, $2, $3) AS "isSealed"`,
    [day, JSON.stringify({ keyId, publicKey }), JSON.stringify(rows)],
  );
  return sealed?.isSealed === true;
}

/** The last sealed day, whether its roots are still there or not. Days without journals are never the last one. */
export async function findLastSealedDay(): Promise<string> {
  const [row] = await query<{ day: string }>(
    "find_last_sealed_day",
    "SELECT to_char(sealed_before - 1, 'YYYY-MM-DD') AS day FROM ledger.days_end",
    [],
  );
  if (!row) throw new Error("ledger.days_end has no row");
  return row.day;
}

/**
 * The next part of the sealed days, oldest first: those after a day, or from the first one on after the last one. There are so many
 * parts at most. Days without journals are among them.
 */
export async function findDaysToCheck(after: string | null, parts: number): Promise<string[]> {
  const rows = await query<{ day: string }>(
    "find_days_to_check",
    `WITH sealed AS (SELECT (SELECT min(day) FROM ledger.day_roots) AS first, sealed_before AS until FROM ledger.days_end),
     part AS (SELECT CASE WHEN $1::date >= first AND $1::date < until - 1 THEN $1::date + 1 ELSE first END AS first, until,
       ceil((until - first)::numeric / $2)::integer AS days FROM sealed WHERE first < until)
     SELECT to_char(day, 'YYYY-MM-DD') AS day
     FROM part CROSS JOIN LATERAL generate_series(first, least(first + days, until) - 1, interval '1 day') day ORDER BY 1`,
    [after, parts],
  );
  return rows.map(({ day }) => day);
}

/** The roots of all partners of a day. */
export async function findRootsOfDay(day: string): Promise<RootRow[]> {
  return query<RootRow & Record<string, unknown>>(
    "find_roots_of_day",
    `SELECT ${ROOT_COLUMNS} FROM ledger.day_roots r WHERE r.day = $1::date`,
    [day],
  );
}

/** A partner's roots of the days from one to another, in their order. */
export async function findRoots(
  partnerId: string,
  from: string,
  until: string,
): Promise<RootRow[]> {
  return query<RootRow & Record<string, unknown>>(
    "find_roots_of_partner",
    `SELECT ${ROOT_COLUMNS} FROM ledger.day_roots r
     WHERE r.partner_id = $1 AND r.day >= $2::date AND r.day < $3::date ORDER BY r.day`,
    [partnerId, from, until],
  );
}

const WITHIN_ROOT = `j.id >= $3 AND j.id <= $4 AND j.created_at >= ${instantsOf("$2")}`;
const OF_ROOT = `j.partner_id = $1 AND ${WITHIN_ROOT}`;
const ROOT_JOURNALS = `SELECT ${JOURNAL_COLUMNS} FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id
     WHERE ${OF_ROOT}`;

const valuesOf = ({ partnerId, day, firstJournalId, lastJournalId }: RootRow) => [
  ...[partnerId, day, firstJournalId, lastJournalId],
];

const withoutPartner = ({ journalId, type, sourceId, at, legs }: PartnerJournal): ProofJournal => ({
  ...{ journalId, type, sourceId, at, legs },
});

/** The next journals of a root in the order of its leaves: those after an id, `limit` of them at most. */
export async function findJournals(
  root: RootRow,
  afterId: string,
  limit: number,
): Promise<ProofJournal[]> {
  const rows = await query<PartnerJournal & Record<string, unknown>>(
    "find_journals_of_root",
    `SELECT ${JOURNAL_COLUMNS} FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id
     WHERE j.id = ANY (ARRAY(SELECT j.id FROM ledger.journals j
       WHERE ${ofOwnerInRange("j.partner_id", "$1")} AND ${WITHIN_ROOT} AND j.id > $5 ORDER BY j.partner_id DESC, j.id LIMIT $6))
     GROUP BY j.id ORDER BY j.id COLLATE "C"`,
    [...valuesOf(root), afterId, limit],
  );
  return rows.map(withoutPartner);
}

/** Yields the journals of a root in the order of its leaves, in batches. */
export const journalsOfRoot = (
  client: pg.Client,
  root: RootRow,
): AsyncGenerator<PartnerJournal[]> =>
  batchesOf(client, `${ROOT_JOURNALS} GROUP BY j.id ORDER BY j.id COLLATE "C"`, valuesOf(root));

/** A journal of a root; undefined when the root does not cover it. */
export async function findJournal(
  root: RootRow,
  journalId: string,
): Promise<ProofJournal | undefined> {
  const rows = await query<PartnerJournal & Record<string, unknown>>(
    "find_journal_of_root",
    `${ROOT_JOURNALS} AND j.id = $5 GROUP BY j.id`,
    [...valuesOf(root), journalId],
  );
  return rows.map(withoutPartner)[0];
}

/** The day in UTC of a partner's journal; undefined when the partner has no such journal. */
export async function findDayOf(partnerId: string, journalId: string): Promise<string | undefined> {
  const [row] = await query<{ day: string }>(
    "find_day_of_journal",
    `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM ledger.journals
     WHERE id = $1 AND partner_id = $2`,
    [journalId, partnerId],
  );
  return row?.day;
}

/** The public keys that signed roots, the newest first. */
export async function findKeys(): Promise<PublicKey[]> {
  return query<PublicKey & Record<string, unknown>>(
    "find_signing_keys",
    `SELECT key_id AS "keyId", public_key AS "publicKey" FROM ledger.signing_keys ORDER BY created_at DESC`,
    [],
  );
}

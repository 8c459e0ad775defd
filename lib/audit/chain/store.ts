// SQL: reads the whole audit log in one snapshot, as the hash has its bytes.

import type pg from "pg";
import { query } from "@/lib/db";
import { inSnapshot } from "@/lib/db/snapshot";
import type { ChainedEntry, ChainSalts } from "./hash-entry";

const BATCH_ROWS = 5_000;

/** The length of the chain and the hash of its last row. */
export interface ChainEnd {
  entries: bigint;
  hash: string;
}

/** A row of the chain with its entry; null if the entry is missing. */
export interface ChainLink {
  position: bigint;
  entryId: string;
  previousHash: string;
  hash: string;
  /** Null for an entry from before the salts. */
  salts: ChainSalts | null;
  entry: ChainedEntry | null;
}

/** The audit log in one snapshot. */
export interface ChainReader {
  /** The rows of the chain, in order. */
  links(): AsyncIterable<ChainLink>;
  /** Undefined if the head was removed. */
  head(): Promise<ChainEnd | undefined>;
  /** The chain ends that earlier verifications stored. */
  checkpoints(): Promise<ChainEnd[]>;
  /** The first entries that are not in the chain. */
  unchained(limit: number): Promise<string[]>;
}

interface LinkRow extends Omit<ChainLink, "position" | "entry"> {
  position: string;
  id: string | null;
  entry: ChainedEntry;
}

/** The values of a column by key, each in its text form; null if the column has no object. */
const valuesOf = (column: "before" | "after") =>
  `CASE jsonb_typeof(e.${column}) WHEN 'object' THEN coalesce((SELECT json_object_agg(f.key, f.value::text) FROM jsonb_each(e.${column}) f), '{}') END`;

const LINKS = `SELECT c.position, c.entry_id AS "entryId", c.previous_hash AS "previousHash", c.hash, c.salts, e.id,
    json_build_object('valuesBefore', ${valuesOf("before")}, 'valuesAfter', ${valuesOf("after")}, 'id', e.id, 'personId', e.person_id, 'partnerId', e.partner_id, 'action', e.action,
      'targetId', e.target_id, 'before', e.before::text, 'after', e.after::text, 'ipAddress', e.ip_address,
      'requestId', e.request_id,
      'createdAt', to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) AS entry
  FROM audit_chain c LEFT JOIN audit_entries e ON e.id = c.entry_id
  WHERE c.position > $1 ORDER BY c.position LIMIT ${BATCH_ROWS}`;

async function* readLinks(client: pg.Client): AsyncGenerator<ChainLink> {
  let after: string | null = null;
  for (;;) {
    const { rows }: { rows: LinkRow[] } = await client.query(LINKS, [
      after ?? "-9223372036854775808",
    ]);
    for (const { position, id, entry, ...link } of rows)
      yield { ...link, position: BigInt(position), entry: id === null ? null : entry };
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
  }
}

async function readEnds(client: pg.Client, table: "audit_head" | "audit_checkpoints") {
  const { rows } = await client.query<{ entries: string; hash: string }>(
    `SELECT entries, hash FROM ${table} ORDER BY entries`,
  );
  return rows.map(({ entries, hash }) => ({ entries: BigInt(entries), hash }));
}

function readerOf(client: pg.Client): ChainReader {
  return {
    links: () => readLinks(client),
    head: async () => (await readEnds(client, "audit_head"))[0],
    checkpoints: () => readEnds(client, "audit_checkpoints"),
    unchained: async (limit) => {
      const { rows } = await client.query<{ id: string }>(
        `SELECT id FROM audit_entries e WHERE NOT EXISTS (SELECT FROM audit_chain c WHERE c.entry_id = e.id)
         ORDER BY id LIMIT $1`,
        [limit],
      );
      return rows.map(({ id }) => id);
    },
  };
}

/**
 * Reads the audit log in one snapshot, on a connection of its own and without locks that block others. `databaseUrl`
 * defaults to the service's database.
 */
export function readChain<T>(
  databaseUrl: string | undefined,
  read: (reader: ChainReader) => Promise<T>,
): Promise<T> {
  return inSnapshot(databaseUrl, (client) => read(readerOf(client)));
}

/** Stores a verified chain end, once per length. */
export async function insertCheckpoint({ entries, hash }: ChainEnd, at: Date): Promise<void> {
  await query(
    "insert_checkpoint",
    `INSERT INTO audit_checkpoints (entries, hash, checked_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [entries, hash, at],
  );
}

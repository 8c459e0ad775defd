import type pg from "pg";

/** The sizes of the tables with their indexes, in bytes, by name. */
export type Sizes = ReadonlyMap<string, number>;

const SIZES = `
  SELECT n.nspname || '.' || c.relname AS name, pg_total_relation_size(c.oid)::text AS bytes
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname IN ('public', 'ledger')`;

/** Reads the sizes of all tables after a VACUUM, so that space that rows left can be used again. */
export async function readSizes(client: pg.Client): Promise<Sizes> {
  await client.query("VACUUM");
  const { rows } = await client.query<{ name: string; bytes: string }>(SIZES);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Returns the end of the WAL in bytes. */
export async function readWalBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text AS bytes",
  );
  return Number(rows[0]?.bytes);
}

/** Rows of each table that grew, the one that grew most first, and of all together; in bytes per movement. */
export function growthOf(before: Sizes, after: Sizes, movements: number) {
  const grown = [...after]
    .map(([table, bytes]) => ({ table, bytes: bytes - (before.get(table) ?? 0) }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((one, other) => other.bytes - one.bytes);
  const all = { table: "all", bytes: grown.reduce((sum, { bytes }) => sum + bytes, 0) };
  return [...grown, all].map(({ table, bytes }) => ({
    table,
    "bytes per movement": Math.round(bytes / movements),
  }));
}

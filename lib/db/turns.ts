// SQL: builds the part of a lease that takes the rows of owners in turn.

import { perProcess } from "@/lib/kernel/per-process";

/** The rows of a table that owners share, and which of them are leased. SQL without names of tables. */
interface SharedRows {
  table: string;
  /** The columns of the primary key. */
  keys: readonly string[];
  /** The column of text whose values are the owners; null is one, too. */
  column: string;
  /** The column of the due time. */
  due: string;
  /** Whether a row is due and not leased. */
  isReady: string;
  /** A further condition of all rows, such as a scope; begins with AND. */
  isInScope: string;
  /** The place of the number of rows that are leased. */
  limit: string;
  /** The place of the owner after whom the turns go on. */
  last: string;
}

/**
 * SQL that locks the longest due row of each owner before a second one of any, up to four times the limit, and selects their keys,
 * their owner and their place in the order. The turns go on after the owner `last`, by the order of the owners, and from the beginning
 * again. Owners are found one after another in an index of the scope, of `coalesce(column, '')` and of the due time, and no more of
 * them than are needed: neither many rows of one owner nor many owners make a lease slow.
 */
export function rowsInTurns(rows: SharedRows): string {
  const { table, keys, column, due, isReady, isInScope, limit, last } = rows;
  const owner = `coalesce(${column}, '')`;
  // More rows than are leased are placed, because other processes may lock the first ones at this moment.
  const most = `4 * ${limit}`;
  const next = (range: string) =>
    `SELECT ${owner} FROM ${table} WHERE ${due} IS NOT NULL${isInScope}${range} ORDER BY ${owner} LIMIT 1`;
  const found = (name: string, range: string, further: string) =>
    `${name} (owner) AS ((${next(further)}) UNION ALL
      SELECT (${next(` AND ${owner} > ${name}.owner${range}`)}) FROM ${name} WHERE ${name}.owner IS NOT NULL)`;
  const longest = (of: string, most: string) =>
    `SELECT ${keys.join(", ")}, ${due} AS due FROM ${table}
      WHERE ${owner} = ${of} AND ${isReady}${isInScope} ORDER BY ${due} LIMIT ${most}`;
  const isPlaced = keys.map((key) => `${table}.${key} = placed.${key}`).join(" AND ");
  return `SELECT ${keys.map((key) => `locked.${key}`).join(", ")}, placed.owner, placed.turn FROM (
      WITH RECURSIVE ${found("later", "", ` AND ${owner} > ${last}`)},
        ${found("earlier", ` AND ${owner} <= ${last}`, ` AND ${owner} <= ${last}`)},
        owners AS MATERIALIZED (SELECT ring.owner, row_number() OVER () AS nth
          FROM (SELECT owner FROM later UNION ALL SELECT owner FROM earlier) ring
            CROSS JOIN LATERAL (${longest("ring.owner", "1")}) ready LIMIT ${most})
      SELECT own.*, owners.owner, row_number() OVER (ORDER BY own.place, owners.nth)::int AS turn
      FROM owners CROSS JOIN LATERAL (SELECT ready.*, row_number() OVER (ORDER BY ready.due) AS place
        FROM (${longest("owners.owner", `(SELECT ${most} + 1 - count(*) FROM owners)`)}) ready) own
      ORDER BY turn LIMIT ${most}) placed
    CROSS JOIN LATERAL (SELECT ${keys.map((key) => `${table}.${key}`).join(", ")} FROM ${table}
      WHERE ${isPlaced} AND ${isReady} FOR UPDATE SKIP LOCKED) locked`;
}

/** A leased row with its place in the turns; both null for a row that was leased outside of them. */
export interface Turn {
  owner: string | null;
  turn: number | null;
}

/** The owners after whom the turns of the queues go on. Each process has its own turns. */
const lastOwners = perProcess("lastOwnersOfQueues", () => new Map<string, string>());

/** Leases rows with a statement of `rowsInTurns`, which gets the owner after whom the turns of the queue go on. */
export async function leaseInTurns<Item extends object>(
  queue: string,
  lease: (last: string) => Promise<(Item & Turn)[]>,
): Promise<Item[]> {
  const leased = await lease(lastOwners.get(queue) ?? "");
  const [last] = leased.toSorted((a, b) => (b.turn ?? 0) - (a.turn ?? 0));
  if (last?.owner != null) lastOwners.set(queue, last.owner);
  return leased.map(({ owner: _owner, turn: _turn, ...item }) => item as unknown as Item);
}

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

/** The owners that a lease looks at. One with only later rows costs two look-ups, and thousands may have no others. */
const MAX_OWNERS = 100;

/**
 * SQL that locks the longest due row of each owner before a second one of any, up to four times the limit, and selects their keys,
 * their owner and their place in the order. The turns go on after the owner `last`, by the order of the owners, and from the beginning
 * again. Owners are found one after another in an index of the scope, of `coalesce(column, '')` and of the due time, and no more of
 * them than are needed: neither many rows of one owner nor many owners make a lease slow. Where those that a lease looks at have too
 * few due rows, the longest due ones of all follow, and the turns go on after the last owner that it has looked at.
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
  const longest = (most: string, range = "") =>
    `SELECT ${keys.join(", ")}, ${due} AS due FROM ${table} WHERE ${isReady}${isInScope}${range} ORDER BY ${due} LIMIT ${most}`;
  const ofOwner = (of: string, most: string) => longest(most, ` AND ${owner} = ${of}`);
  const placed = (of: string) => keys.map((key) => `${of}.${key}`).join(", ");
  const isPlaced = keys.map((key) => `${table}.${key} = placed.${key}`).join(" AND ");
  return `SELECT ${placed("locked")}, placed.owner, placed.turn FROM (
      WITH RECURSIVE ${found("later", "", ` AND ${owner} > ${last}`)},
        ${found("earlier", ` AND ${owner} <= ${last}`, ` AND ${owner} <= ${last}`)},
        ring AS MATERIALIZED (SELECT owner, row_number() OVER () AS nth
          FROM (SELECT owner FROM later UNION ALL SELECT owner FROM earlier) found WHERE owner IS NOT NULL LIMIT ${MAX_OWNERS}),
        owners AS MATERIALIZED (SELECT ring.owner, row_number() OVER () AS nth
          FROM ring CROSS JOIN LATERAL (${ofOwner("ring.owner", "1")}) ready LIMIT ${most})
      (SELECT ${placed("own")}, owners.owner, row_number() OVER (ORDER BY own.place, owners.nth)::int AS turn
        FROM owners CROSS JOIN LATERAL (SELECT ready.*, row_number() OVER (ORDER BY ready.due) AS place
          FROM (${ofOwner("owners.owner", `(SELECT ${most} + 1 - count(*) FROM owners)`)}) ready) own
        ORDER BY turn LIMIT ${most})
      UNION ALL SELECT ${placed("longest")}, coalesce((SELECT owner FROM owners WHERE nth = ${most}),
          (SELECT owner FROM ring ORDER BY nth DESC LIMIT 1)), ${most} + 1 FROM (${longest(most)}) longest) placed
    CROSS JOIN LATERAL (SELECT ${placed(table)} FROM ${table}
      WHERE ${isPlaced} AND ${isReady} FOR UPDATE SKIP LOCKED) locked`;
}

/** A leased row with its place in the turns and the owner after whom they go on; both null for a row that was leased outside of them. */
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

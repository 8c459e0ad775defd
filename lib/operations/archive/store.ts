// SQL: whole tables, read as JSON lines through a cursor of one snapshot, and deletions on a connection of their own.

import pg from "pg";
import type { RunQuery } from "@/lib/db";
import { CONNECT_TIMEOUT_MS, FOR_WHOLE_TABLES, inSnapshot } from "@/lib/db/snapshot";
import { firstIdAt, type IdPrefix } from "@/lib/kernel/ids";

/** Rows from `from` (everything before if undefined) until before `before`. */
export interface Period {
  from?: Date;
  before: Date;
}

export interface ArchivedTable {
  /** The name of the table and of its file. */
  name: string;
  /** The column that has the time, or an id in the order of time; and what such ids begin with. */
  column: string;
  prefix?: IdPrefix;
  /** The prefix of the row's own ids, where `column` is the id of another row: a row can come later than that one. */
  ownPrefix?: IdPrefix;
  /** The key; rows are in its order. A table whose key is not in the order of time has none. */
  order?: string;
}

/** What an archive has, in the order of its files. */
export const ARCHIVED_TABLES: readonly ArchivedTable[] = [
  { name: "request_log", column: "id", prefix: "req", order: "id" },
  { name: "idempotency_keys", column: "created_at" },
  { name: "webhook_events", column: "id", prefix: "evt", order: "id" },
  { name: "webhook_deliveries", column: "event_id", prefix: "evt", order: "event_id" },
  // Those of the period, which are in no later archive otherwise, and all of the period's events, which go with these.
  { name: "webhook_attempts", column: "event_id", prefix: "evt", ownPrefix: "dlv" },
  { name: "ledger.journals", column: "id", prefix: "jrn", order: "id" },
  { name: "ledger.entries", column: "journal_id", prefix: "jrn", order: "journal_id, leg" },
];

interface Statement {
  text: string;
  values: unknown[];
}

/** The statement that returns a table's rows of a period as JSON texts. */
function rowsOf(table: ArchivedTable, period: Period): Statement {
  const { name, column, prefix, ownPrefix, order } = table;
  const values: unknown[] = [];
  const within = (by: string, of: IdPrefix | undefined): string => {
    const bound = (at: Date) => `$${values.push(of === undefined ? at : firstIdAt(of, at))}`;
    const since = period.from ? ` AND ${by} >= ${bound(period.from)}` : "";
    return `${by} < ${bound(period.before)}${since}`;
  };
  const own = ownPrefix === undefined ? "" : ` OR ${within("id", ownPrefix)}`;
  const ordered = order === undefined ? "" : ` ORDER BY ${order}`;
  const text = `SELECT row_to_json(t)::text AS line FROM (
    SELECT * FROM ${name} WHERE ${within(column, prefix)}${own}${ordered}) t`;
  return { text, values };
}

const FETCH_ROWS = 2_000;

async function* readLines(client: pg.Client, table: ArchivedTable, period: Period) {
  const { text, values } = rowsOf(table, period);
  await client.query(`DECLARE archived NO SCROLL CURSOR FOR ${text}`, values);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${FETCH_ROWS} FROM archived`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await client.query("CLOSE archived");
}

/** Returns the rows of a table and period as JSON texts, in groups. Only one table can be read at a time. */
export type ReadTable = (table: ArchivedTable, period: Period) => AsyncIterable<string[]>;

/**
 * Reads tables in one snapshot, without locks that block others. Until `read` ends no other archive can begin, so that none
 * takes the files of this one for those of a run that was killed. @throws Error while another one is written
 */
export function readInSnapshot<T>(
  databaseUrl: string,
  read: (readTable: ReadTable) => Promise<T>,
): Promise<T> {
  const readAlone = async (client: pg.Client) => {
    const lock = "pg_try_advisory_xact_lock(hashtextextended('archive', 0))";
    const { rows } = await client.query<{ isAlone: boolean }>(`SELECT ${lock} AS "isAlone"`);
    if (!rows[0]?.isAlone) throw new Error("Another archive is being written from this database.");
    return read((table, period) => readLines(client, table, period));
  };
  // Tables without an index by time are read from their beginning to the first row of a month in one statement.
  return inSnapshot(databaseUrl, readAlone, FOR_WHOLE_TABLES);
}

/** Runs statements on a connection of their own, each in its own transaction: a command has no settings of the service. */
export async function onConnection<T>(
  databaseUrl: string,
  steps: (runQuery: RunQuery) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A lost connection fails the current query; an unhandled error event would also end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    return await steps(async (name, text, values) => {
      return (await client.query({ name, text, values })).rows;
    });
  } finally {
    await client.end();
  }
}

// SQL: one read-only snapshot of whole tables, on a connection of its own.

import pg from "pg";
import { HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { withDeadline } from "@/lib/kernel/with-deadline";
import { APP_ROLE, KEEP_ALIVE } from "./connection-settings";
import { listenerClient } from "./index";

interface SnapshotLimits {
  /** How long a statement may take. */
  statementMs: number;
  /**
   * How long to wait for the response to a statement: longer than it may take. A database that stands still ends no connection,
   * and the job that waits keeps its claim meanwhile, so that no other process runs it.
   */
  answerMs: number;
  /** Lets PostgreSQL read tables from end to end, which the login of the service forbids for the sake of requests. */
  scansTables?: boolean;
}

const limitsOf = (statementMs: number): SnapshotLimits => ({
  statementMs,
  answerMs: statementMs + MINUTE_MS,
});

/** Scans of a part of the database take longer than the 15 s of a request. */
const USUAL = limitsOf(600_000);
/**
 * For a reader of tables that grow for ever: with any usual limit it fails for good once they are large enough. Such a
 * statement takes 10 minutes for some hundred million rows.
 */
export const FOR_WHOLE_TABLES = { ...limitsOf(12 * HOUR_MS), scansTables: true };
const END_TIMEOUT_MS = 5_000;
/** A host that drops packets refuses nothing, and a command would wait for ever. */
export const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Reads the database in one snapshot, with the service's own rights, on a connection of its own and without locks that
 * block others. `databaseUrl` defaults to the service's database.
 * @throws Error when the database does not respond in this time
 */
export async function inSnapshot<T>(
  databaseUrl: string | undefined,
  read: (client: pg.Client) => Promise<T>,
  limits: Partial<SnapshotLimits> = {},
): Promise<T> {
  const { statementMs, answerMs, scansTables } = { ...USUAL, ...limits };
  const limit = {
    query_timeout: answerMs,
    connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT_MS, answerMs),
    ...KEEP_ALIVE,
  };
  const client = databaseUrl
    ? new pg.Client({ connectionString: databaseUrl, ...limit })
    : listenerClient(limit);
  // A lost connection fails the current query; an unhandled error event would also end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    await client.query(`SET LOCAL ROLE ${APP_ROLE}`);
    await client.query(`SET LOCAL statement_timeout = ${statementMs}`);
    // A statement of a process that was killed would hold back VACUUM until its limit.
    await client.query("SET LOCAL client_connection_check_interval = '30s'");
    // Keeps sorts and hashes of a million rows in memory, and compiles no query, because each runs once.
    await client.query("SET LOCAL work_mem = '64MB'; SET LOCAL jit = off");
    await client.query("SET LOCAL max_parallel_workers_per_gather = 2");
    if (scansTables) await client.query("SET LOCAL enable_seqscan = on");
    return await read(client);
  } finally {
    // The locks of the snapshot end with its connection, but the end of a silent one never comes.
    await withDeadline(
      client.end().catch(() => {}),
      END_TIMEOUT_MS,
      () => undefined,
    );
  }
}

// SQL: one read-only snapshot of whole tables, on a connection of its own.

import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { APP_ROLE } from "./connection-settings";
import { listenerClient } from "./index";

/** Scans of whole tables take longer than the 15 s of a request. */
const STATEMENT_TIMEOUT = "10min";
/**
 * Longer than a statement may take. The host of a database that disappears ends no connection, and the job that waits for a
 * response keeps its claim meanwhile, so that no other process runs it.
 */
const ANSWER_TIMEOUT_MS = 11 * 60_000;
const END_TIMEOUT_MS = 5_000;
/** A host that drops packets refuses nothing, and a command would wait for ever. */
export const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Reads the database in one snapshot, with the service's own rights, on a connection of its own and without locks that
 * block others. `databaseUrl` defaults to the service's database.
 * @param answerTimeoutMs how long to wait for the response to a statement; shorter in tests
 * @throws Error when the database does not respond in this time
 */
export async function inSnapshot<T>(
  databaseUrl: string | undefined,
  read: (client: pg.Client) => Promise<T>,
  answerTimeoutMs = ANSWER_TIMEOUT_MS,
): Promise<T> {
  const limit = {
    query_timeout: answerTimeoutMs,
    connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT_MS, answerTimeoutMs),
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
    await client.query(`SET LOCAL statement_timeout = '${STATEMENT_TIMEOUT}'`);
    // Keeps sorts and hashes of a million rows in memory, and compiles no query, because each runs once.
    await client.query("SET LOCAL work_mem = '64MB'; SET LOCAL jit = off");
    await client.query("SET LOCAL max_parallel_workers_per_gather = 2");
    return await read(client);
  } finally {
    // The locks of the snapshot end with its connection, but the end of a silent one never comes.
    await Promise.race([
      client.end().catch(() => {}),
      setTimeout(END_TIMEOUT_MS, null, { ref: false }),
    ]);
  }
}

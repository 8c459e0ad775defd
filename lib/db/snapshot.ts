// SQL: one read-only snapshot of whole tables, on a connection of its own.

import pg from "pg";
import { APP_ROLE } from "./connection-settings";
import { listenerClient } from "./index";

/** Scans of whole tables take longer than the 15 s of a request. */
const STATEMENT_TIMEOUT = "10min";

/**
 * Reads the database in one snapshot, with the service's own rights, on a connection of its own and without locks that
 * block others. `databaseUrl` defaults to the service's database.
 */
export async function inSnapshot<T>(
  databaseUrl: string | undefined,
  read: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = databaseUrl ? new pg.Client({ connectionString: databaseUrl }) : listenerClient();
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
    await client.end();
  }
}

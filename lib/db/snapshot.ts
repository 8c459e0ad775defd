import pg from "pg";
import { APP_ROLE } from "./connection-settings";
import { listenerClient } from "./index";

/** Whole tables are read, for which a request's 15 s are too few. */
const STATEMENT_TIMEOUT = "10min";

/**
 * Reads the database as of one instant, with the service's own rights, on a connection of its own and without a lock that
 * anybody waits for. `databaseUrl` is the service's own unless named.
 */
export async function inSnapshot<T>(
  databaseUrl: string | undefined,
  read: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = databaseUrl ? new pg.Client({ connectionString: databaseUrl }) : listenerClient();
  // A connection that is lost fails the query under way; unhandled it would end the process as well.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    await client.query(`SET LOCAL ROLE ${APP_ROLE}`);
    await client.query(`SET LOCAL statement_timeout = '${STATEMENT_TIMEOUT}'`);
    // Sorts and hashes of a million rows in memory, and no time spent on compiling queries that run once.
    await client.query("SET LOCAL work_mem = '64MB'; SET LOCAL jit = off");
    return await read(client);
  } finally {
    await client.end();
  }
}

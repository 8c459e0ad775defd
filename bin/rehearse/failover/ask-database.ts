import pg from "pg";

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Sends one statement to PostgreSQL or PgBouncer on a connection of its own.
 *
 * @throws what the connection, the login or the statement was refused with
 */
export async function askDatabase(url: string, statement = "SELECT 1"): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A connection that is cut is reported by what waits for it.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}

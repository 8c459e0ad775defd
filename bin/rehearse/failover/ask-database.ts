import pg from "pg";

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Sends one statement to PostgreSQL or PgBouncer on a connection of its own, and returns the rows of the answer.
 *
 * @throws what the connection, the login or the statement was refused with
 */
export async function askDatabase(
  url: string,
  statement = "SELECT 1",
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A connection that is cut is reported by what waits for it.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(statement);
    return rows;
  } finally {
    await client.end();
  }
}

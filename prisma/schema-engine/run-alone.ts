import pg from "pg";

/** Keys of PostgreSQL's advisory locks: any two fixed numbers that no other lock of the database uses. */
export const lockKeys = {
  /** Held by a migrating process for its whole run. */
  run: 7_310_451_001,
  /** Held by the transaction of one script. */
  script: 7_310_451_002,
} as const;

/**
 * Runs `work` while no other process migrates this database.
 *
 * The lock belongs to a transaction, because poolers in transaction mode keep no session. The second lock is acquired
 * and released at once: it waits for a script that a killed process may have left running in the server. Until that
 * script has ended, the history is not correct.
 */
export async function runAlone<Result>(
  databaseUrl: string,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // With the connection the lock is lost. No query may be under way on it that would fail.
  const lost = new Promise<never>((_, reject) => {
    client.on("error", reject);
  });
  lost.catch(() => undefined);
  await client.connect();
  try {
    await client.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0");
    await client.query("SELECT pg_advisory_xact_lock($1)", [lockKeys.run]);
    await client.query("SAVEPOINT passed");
    await client.query("SELECT pg_advisory_xact_lock($1)", [lockKeys.script]);
    await client.query("ROLLBACK TO SAVEPOINT passed");
    return await Promise.race([work(client), lost]);
  } finally {
    await client.end();
  }
}

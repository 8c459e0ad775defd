import pg from "pg";
import { Fault } from "../bootstrap/faults.mjs";
import { reasonOf } from "./errors.ts";

const connectTimeoutMs = 5_000;

/**
 * Throws a Fault unless the database belongs to this environment. The first service that runs on a database decides its
 * environment.
 *
 * @param databaseUrl of a database with every migration
 */
export async function requireSameEnvironment(databaseUrl: string, environment: string) {
  const kept = await keptEnvironment(databaseUrl, environment);
  if (kept.environment === environment) return;
  throw new Fault(
    "settings",
    `SERVICE_ENVIRONMENT=${environment}: this database is one of ${kept.environment}, since ${kept.since.toISOString()}. ` +
      "Start the service as that, or name another database.",
  );
}

async function keptEnvironment(
  databaseUrl: string,
  environment: string,
): Promise<{ environment: string; since: Date }> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectTimeoutMs,
  });
  const read = async () =>
    (await client.query("SELECT environment, since FROM service_environment")).rows[0];
  try {
    await client.connect();
    const kept = await read();
    if (kept !== undefined) return kept;
    // Of two simultaneous starts one inserts the row, and both read it.
    await client.query(
      "INSERT INTO service_environment (environment) VALUES ($1) ON CONFLICT DO NOTHING",
      [environment],
    );
    return await read();
  } catch (error) {
    const { host } = new URL(databaseUrl);
    const text = `The environment of the database at ${host} could not be read: ${reasonOf(error)}`;
    throw new Fault("database", text, { cause: error });
  } finally {
    await client.end();
  }
}

import pg from "pg";
import { Fault } from "../bootstrap/faults.mjs";
import { reasonOf } from "./errors.ts";

const connectTimeoutMs = 5_000;

/**
 * Throws a Fault if the demo's history was being written when a start was cut short: triggers of prisma/seed/simulated-time.ts
 * then still date the books by that history and retry webhooks without a pause. The marker of the cut-short start is in its own
 * data folder, and other starts on the database do not see it.
 */
export async function requireRealTime(databaseUrl: string) {
  if (!(await isTimeSimulated(databaseUrl))) return;
  throw new Fault(
    "seed",
    "A start was cut short while it wrote the demo's history into this database, which still uses the times of that history. " +
      "Make the database anew and start again, or give an empty one as DATABASE_URL. Without DATABASE_URL it is the one in " +
      "DATA_DIR: move that folder away.",
  );
}

async function isTimeSimulated(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectTimeoutMs,
  });
  try {
    await client.connect();
    const { rows } = await client.query(
      "SELECT to_regnamespace('simulated_time') IS NOT NULL AS found",
    );
    return rows[0].found;
  } catch (error) {
    const { host } = new URL(databaseUrl);
    const text = `The database at ${host} could not be read: ${reasonOf(error)}`;
    throw new Fault("database", text, { cause: error });
  } finally {
    await client.end();
  }
}

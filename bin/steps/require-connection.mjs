import pg from "pg";
import { Fault } from "./faults.mjs";
import { loadTypeScript } from "./load-typescript.mjs";
import { reasonOf } from "./migrate.mjs";

const connectTimeoutMs = 5_000;

/** @typedef {typeof import("../../lib/connection-settings.ts")} ConnectionSettings */

/**
 * Ends unless a connection is set as the service asks for: as the application's role above all, since to its owner the
 * database forbids little. A pooler may drop what is asked for without a word.
 *
 * @param {string} databaseUrl
 */
export async function requireConnectionSettings(databaseUrl) {
  const loaded = await loadTypeScript("lib/connection-settings.ts");
  const { connectionOptions, KEEP_SETTINGS, lostSettings, poolerRefusal, SETTINGS_IN_FORCE } =
    /** @type {ConnectionSettings} */ (/** @type {unknown} */ (loaded));
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: connectionOptions(),
    connectionTimeoutMillis: connectTimeoutMs,
  });
  try {
    await client.connect();
    const { rows } = await client.query(`SELECT ${SETTINGS_IN_FORCE} AS settings`);
    const lost = lostSettings(rows[0].settings);
    if (lost !== undefined) throw new Fault("database", `${lost} ${KEEP_SETTINGS}`);
  } catch (error) {
    if (error instanceof Fault) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const { host } = new URL(databaseUrl);
    const text = `The database at ${host} does not answer: ${reasonOf(error)}`;
    throw new Fault("database", poolerRefusal(code) ?? text, { cause: error });
  } finally {
    await client.end();
  }
}

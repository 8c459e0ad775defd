import pg from "pg";
import { reasonOf } from "./database-errors.mjs";
import { Fault } from "./faults.mjs";
import { loadTypeScript } from "./load-typescript.mjs";

const connectTimeoutMs = 5_000;

/** @typedef {typeof import("../../lib/connection-settings.ts")} ConnectionSettings */

/**
 * Ends unless a connection is as the service needs it. A pooler may drop the settings that are asked for without a word:
 * the application's role above all, since to its owner the database forbids little. And it may mix up the prepared
 * statements of those who share a connection.
 *
 * @param {string} databaseUrl
 */
export async function requireConnectionSettings(databaseUrl) {
  const loaded = await loadTypeScript("lib/connection-settings.ts");
  const { connectionOptions, KEEP_SETTINGS, lostSettings, poolerRefusal, SETTINGS_IN_FORCE } =
    /** @type {ConnectionSettings} */ (/** @type {unknown} */ (loaded));
  const clients = [1, 2].map(
    () =>
      new pg.Client({
        connectionString: databaseUrl,
        options: connectionOptions(),
        connectionTimeoutMillis: connectTimeoutMs,
      }),
  );
  try {
    for (const [index, client] of clients.entries()) {
      await client.connect();
      // Each calls another statement by the same name: where they meet, the second is refused.
      const text = `SELECT ${SETTINGS_IN_FORCE} AS settings, ${index} AS of_client`;
      const { rows } = await client.query({ name: "connection_settings", text });
      const lost = lostSettings(rows[0].settings);
      if (lost !== undefined) throw new Fault("database", `${lost} ${KEEP_SETTINGS}`);
    }
  } catch (error) {
    if (error instanceof Fault) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const { host } = new URL(databaseUrl);
    const text = `The database at ${host} does not answer: ${reasonOf(error)}`;
    throw new Fault("database", poolerRefusal(code) ?? text, { cause: error });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

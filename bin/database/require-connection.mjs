import pg from "pg";
import { Fault } from "../bootstrap/faults.mjs";
import { loadTypeScript } from "../bootstrap/load-typescript.mjs";
import { reasonOf } from "./errors.mjs";

const connectTimeoutMs = 5_000;

/** @typedef {typeof import("../../lib/db/connection-settings.ts")} ConnectionSettings */
/** @typedef {typeof import("../../lib/db/login-rights.ts")} LoginRights */

/**
 * @typedef {object} ConnectionFacts
 * @property {string} login
 * @property {string[]} excess what the login may do beyond the application's role
 * @property {boolean} isPooled whether a pooler stands in between
 */

/**
 * Whose login a connection is that asks for no settings, as what listens has it.
 *
 * @param {string} databaseUrl
 * @returns {Promise<Pick<ConnectionFacts, "login" | "excess">>}
 */
export async function readLogin(databaseUrl) {
  const { EXCESS_RIGHTS } = /** @type {LoginRights} */ (
    /** @type {unknown} */ (await loadTypeScript("lib/db/login-rights.ts"))
  );
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectTimeoutMs,
  });
  try {
    await client.connect();
    const text = `SELECT session_user AS login, ${EXCESS_RIGHTS} AS excess`;
    return (await client.query(text)).rows[0];
  } catch (error) {
    const { host } = new URL(databaseUrl);
    const text = `The database at ${host} does not answer. (${reasonOf(error)})`;
    throw new Fault("database", text, { cause: error });
  } finally {
    await client.end();
  }
}

/**
 * Ends unless a connection is as the service needs it. A pooler may drop the settings that are asked for without a word:
 * the application's role above all, since to its owner the database forbids little. And it may mix up the prepared
 * statements of those who share a connection.
 *
 * @param {string} databaseUrl
 * @returns {Promise<ConnectionFacts>}
 */
export async function requireConnectionSettings(databaseUrl) {
  const [settings, { EXCESS_RIGHTS }] =
    /** @type {[ConnectionSettings, LoginRights]} */
    (
      /** @type {unknown} */ (
        await Promise.all([
          loadTypeScript("lib/db/connection-settings.ts"),
          loadTypeScript("lib/db/login-rights.ts"),
        ])
      )
    );
  const { connectionOptions, KEEP_SETTINGS, lostSettings, poolerRefusal, SETTINGS_IN_FORCE } =
    settings;
  const clients = [1, 2].map(
    () =>
      new pg.Client({
        connectionString: databaseUrl,
        options: connectionOptions(),
        connectionTimeoutMillis: connectTimeoutMs,
      }),
  );
  /** @type {ConnectionFacts} */
  let facts = { login: "", excess: [], isPooled: false };
  try {
    for (const [index, client] of clients.entries()) {
      await client.connect();
      // Each calls another statement by the same name: where they meet, the second is refused.
      const text = `SELECT ${SETTINGS_IN_FORCE} AS settings, session_user AS login, ${EXCESS_RIGHTS} AS excess,
        pg_backend_pid() AS pid, ${index} AS of_client`;
      const { rows } = await client.query({ name: "connection_settings", text });
      const [{ settings: inForce, login, excess, pid }] = rows;
      const lost = lostSettings(inForce);
      if (lost !== undefined) throw new Fault("database", `${lost} ${KEEP_SETTINGS}`);
      // A pooler tells its clients a number of its own, which a proxy of connections does not.
      facts = { login, excess, isPooled: "processID" in client && client.processID !== pid };
    }
    return facts;
  } catch (error) {
    if (error instanceof Fault) throw error;
    const { host } = new URL(databaseUrl);
    const refusal = poolerRefusal(error);
    const text = refusal ?? `The database at ${host} does not answer.`;
    throw new Fault("database", `${text} (${reasonOf(error)})`, { cause: error });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

import pg from "pg";
import {
  connectionOptions,
  KEEP_SETTINGS,
  lostSettings,
  poolerRefusal,
  SETTINGS_IN_FORCE,
} from "@/lib/db/connection-settings";
import { EXCESS_RIGHTS } from "@/lib/db/login-rights";
import { Fault } from "../bootstrap/faults.mjs";
import { reasonOf } from "./errors.ts";

const connectTimeoutMs = 5_000;

export interface ConnectionFacts {
  login: string;
  /** The rights of the login beyond those of the application's role. */
  excess: string[];
  /** Whether the connection goes through a pooler. */
  isPooled: boolean;
}

/** Reads the login of a connection without settings, such as the one for LISTEN. */
export async function readLogin(
  databaseUrl: string,
): Promise<Pick<ConnectionFacts, "login" | "excess">> {
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
 * Throws a Fault unless a connection keeps its settings. A pooler may silently drop the requested settings, above all
 * the application's role: the owner may do nearly everything. A pooler may also mix up the prepared statements of
 * clients that share a connection.
 */
export async function requireConnectionSettings(databaseUrl: string): Promise<ConnectionFacts> {
  const clients = [1, 2].map(
    () =>
      new pg.Client({
        connectionString: databaseUrl,
        options: connectionOptions(),
        connectionTimeoutMillis: connectTimeoutMs,
      }),
  );
  let facts: ConnectionFacts = { login: "", excess: [], isPooled: false };
  try {
    for (const [index, client] of clients.entries()) {
      await client.connect();
      // Each connection gives another statement the same name. On a shared server connection the second one is refused.
      const text = `SELECT ${SETTINGS_IN_FORCE} AS settings, session_user AS login, ${EXCESS_RIGHTS} AS excess,
        pg_backend_pid() AS pid, ${index} AS of_client`;
      const { rows } = await client.query({ name: "connection_settings", text });
      const [{ settings: inForce, login, excess, pid }] = rows;
      const lost = lostSettings(inForce);
      if (lost !== undefined) throw new Fault("database", `${lost} ${KEEP_SETTINGS}`);
      // A pooler reports a process number of its own; a TCP proxy reports that of PostgreSQL.
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

import type pg from "pg";
import { readHistory } from "./migration-history.ts";

const ENCODING = "UTF8";

/**
 * Throws if an empty database has another encoding than UTF8, as one made on a machine without a locale has (SQL_ASCII). PostgreSQL
 * would then check no texts and count their bytes as characters. A database in use is not refused; its Health page says so.
 */
export async function requireEncoding(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    "SELECT current_setting('server_encoding') AS encoding",
  );
  const encoding = rows[0]?.encoding ?? "unknown";
  if (encoding === ENCODING || (await readHistory(client)).length > 0) return;
  throw new UnsupportedEncoding(encoding);
}

/** Thrown when an empty database has an encoding that the service does not support. */
export class UnsupportedEncoding extends Error {
  override readonly name = "UnsupportedEncoding";

  constructor(encoding: string) {
    super(
      `The database has the encoding ${encoding}, and the service needs ${ENCODING}. ` +
        "Drop it and make it again as ops/postgres/roles.sql does: " +
        "CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'.",
    );
  }
}

import type pg from "pg";
import { readHistory } from "./migration-history.ts";

/**
 * Whether the database sorts two characters of ids as their bytes. In Czech "ch" comes after "h", in Danish "aa" after "z", in
 * Estonian "z" before "t".
 */
const ORDER = `SELECT coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', datcollate) AS locale, (
    WITH characters AS (SELECT regexp_split_to_table('0123456789abcdefghjkmnpqrstvwxyz', '') AS c),
      pairs AS (SELECT a.c || b.c AS pair FROM characters a, characters b)
    SELECT array_agg(pair ORDER BY pair COLLATE "default") = array_agg(pair ORDER BY pair COLLATE "C") FROM pairs) AS "isOfBytes"
  FROM pg_database d WHERE datname = current_database()`;

/**
 * Throws if an empty database sorts ids in another order than that of their time: the lists of the service would not have the newest
 * rows first, and its sums and checks would miss rows. A database in use is not refused.
 */
export async function requireOrderOfIds(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ locale: string; isOfBytes: boolean }>(ORDER);
  const [{ locale, isOfBytes } = { locale: "unknown", isOfBytes: false }] = rows;
  if (isOfBytes || (await readHistory(client)).length > 0) return;
  throw new UnsupportedLocale(locale);
}

/** Thrown when an empty database has a locale that does not sort ids by their time. */
export class UnsupportedLocale extends Error {
  override readonly name = "UnsupportedLocale";

  constructor(locale: string) {
    super(
      `The database has the locale ${locale}, which does not sort ids by their time. ` +
        "Drop it and make it again as ops/postgres/roles.sql does: " +
        "CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'.",
    );
  }
}

import { lookUp, query } from "@/lib/db";
import type { Page, PageRequest } from "@/lib/kernel/page";
import { parseRows } from "./parse-rows";

interface ListQuery {
  name: string;
  /** SQL whose rows are the list, newest first, without LIMIT; its parameters start at $5. */
  rows: string;
  /**
   * SQL of further columns, looked up row by row once the page (`page`) is known. Joined in `rows` they would be joined
   * to the whole list as soon as the planner thinks that a page may be long.
   */
  beside?: string;
  /** Whose count, and of which list: row_counts.scope and kind. */
  scope: string;
  kind: string;
  page: PageRequest;
  values: unknown[];
}

/** So far into a list it is read as fast as a few rows are looked up. */
const MAX_NEAR_ROWS = 500;

/**
 * A page and its total in one statement. The total comes from the counters that triggers keep, so that a first page
 * costs the same whatever the length of the list. Columns are named as `parseRows` tells what they hold.
 */
export async function queryPage<Row extends object>({
  name,
  rows,
  beside,
  scope,
  kind,
  page,
  values,
}: ListQuery): Promise<Page<Row>> {
  const ask = page.skip + page.limit <= MAX_NEAR_ROWS ? lookUp : query;
  const [found] = await ask<{ total: bigint; rows: string }>(
    name,
    `SELECT counted.total, listed.rows FROM
       (SELECT coalesce(sum(n), 0)::bigint AS total FROM row_counts WHERE scope = $1 AND kind = $2) counted,
       (SELECT coalesce(json_agg(shown), '[]')::text AS rows FROM
         (SELECT page.*${beside ? `, ${beside}` : ""} FROM (${rows} OFFSET $3 LIMIT $4) page) shown) listed`,
    [scope, kind, page.skip, page.limit, ...values],
  );
  if (!found) throw new Error(`${name} has not answered`);
  return { rows: parseRows<Row>(found.rows), total: Number(found.total) };
}

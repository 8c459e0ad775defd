// SQL: hot lists: a page as one JSON text on a pipelined connection.

import { cutPage, type Page, type PageRequest } from "@/lib/kernel/page";
import { lookUp, query } from "./index";
import { parseRows } from "./parse-rows";

interface ListQuery {
  name: string;
  /** SQL whose rows are the list, newest first, without LIMIT. $1 is the scope; parameters of its own start at $5. */
  rows: string;
  /**
   * SQL of more columns, computed for the rows of the page (`page`) only. As joins in `rows` they would be joined to
   * the whole list as soon as the planner expects a long page.
   */
  beside?: string;
  /** The scope and the kind of the counter: row_counts.scope and kind. */
  scope: string;
  kind: string;
  page: PageRequest;
  /** The parameters from $5 on. */
  values?: unknown[];
}

/** Up to this offset a page is as fast to read as a few rows, so it uses `lookUp`. */
const MAX_NEAR_ROWS = 500;

/**
 * Reads a page and its total in one statement. Triggers maintain the counters of totals, so the first page costs the
 * same whatever the length of the list. Column names must follow the convention of `parseRows`. Starts at the first row:
 * a page after a cursor is read with `listStatement`.
 */
export async function queryPage<Row extends { id: string }>({
  name,
  rows,
  beside,
  scope,
  kind,
  page,
  values = [],
}: ListQuery): Promise<Page<Row>> {
  const runQuery = page.skip + page.limit <= MAX_NEAR_ROWS ? lookUp : query;
  const [found] = await runQuery<{ total: bigint; rows: string }>(
    name,
    `SELECT counted.total, listed.rows FROM
       (SELECT coalesce(sum(n), 0)::bigint AS total FROM row_counts WHERE scope = $1 AND kind = $2) counted,
       (SELECT coalesce(json_agg(shown), '[]')::text AS rows FROM
         (SELECT page.*${beside ? `, ${beside}` : ""} FROM (${rows} OFFSET $3 LIMIT $4) page) shown) listed`,
    [scope, kind, page.skip, page.limit + 1, ...values],
  );
  if (!found) throw new Error(`${name} has not answered`);
  return { total: Number(found.total), ...cutPage(parseRows<Row>(found.rows), page.limit) };
}

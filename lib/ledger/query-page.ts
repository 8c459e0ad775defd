import { query } from "@/lib/db";
import type { Page, PageRequest } from "@/lib/page";

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

/**
 * A page and its total in one statement. The total comes from the counters that triggers keep, so that a first page
 * costs the same whatever the length of the list. SQL of a list has an `id` in each row.
 */
export async function queryPage<Row extends { id: string }>({
  name,
  rows,
  beside,
  scope,
  kind,
  page,
  values,
}: ListQuery): Promise<Page<Row>> {
  const found = await query<Row & { total: bigint }>(
    name,
    `SELECT counted.total, page.*${beside ? `, ${beside}` : ""} FROM
       (SELECT coalesce(sum(n), 0)::bigint AS total FROM row_counts WHERE scope = $1 AND kind = $2) counted
       LEFT JOIN LATERAL (${rows} OFFSET $3 LIMIT $4) page ON true`,
    [scope, kind, page.skip, page.limit, ...values],
  );
  const total = Number(found[0]?.total ?? 0n);
  return { rows: found.filter((row) => row.id !== null), total };
}

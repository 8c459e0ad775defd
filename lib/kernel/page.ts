/** The requested section of a list. */
export interface PageRequest {
  skip: number;
  limit: number;
  /** The `nextCursor` of the page before: the section begins after that page's last row. `skip` counts from there. */
  cursor?: string | undefined;
}

/** The sort orders of a list. */
export const LIST_SORTS = ["newest", "oldest"] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** A section of a list, and the length of the whole list. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  /** The cursor of the page that follows; undefined on the last page, and for a list without cursors. */
  nextCursor?: string | undefined;
}

/**
 * Cuts a page from rows that were read with a limit of `limit + 1`. The row too many shows that a further page exists.
 * @param cursorOf the cursor that stands for a row; its id by default
 */
export function cutPage<Row extends { id: string }>(
  found: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string = ({ id }) => id,
): Pick<Page<Row>, "rows" | "nextCursor"> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: last && found.length > limit ? cursorOf(last) : undefined };
}

/** The `pagination` of a list response. `nextCursor` is absent on the last page. Source: spec: Endpoints. */
export function paginationOf(
  { skip, limit }: PageRequest,
  total: number,
  nextCursor?: string | undefined,
) {
  return { skip, limit, total, ...(nextCursor !== undefined && { nextCursor }) };
}

/** The requested section of a list. */
export interface PageRequest {
  skip: number;
  limit: number;
  /** The `nextCursor` of the page before: the section begins after that page's last row. `skip` counts from there. */
  cursor?: string | undefined;
  /** The reader has no use for the length of the list: it is not counted, and its total is 0. */
  isUncounted?: true;
}

/** The sort orders of a list. */
export const LIST_SORTS = ["newest", "oldest"] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** A section of a list whose length is not counted. */
export interface UncountedPage<Row> {
  rows: Row[];
  /** The cursor of the page that follows; undefined on the last page. */
  nextCursor?: string | undefined;
}

/** How many rows there are in a list. */
export interface Total {
  total: number;
  /** The list is longer than `total`: counting stopped there. */
  hasMoreThanTotal?: boolean;
}

/** A section of a list, and the length of the whole list. */
export interface Page<Row> extends UncountedPage<Row>, Total {
  /** Only a part of the list was searched for this page: the time of the last row of that part. */
  searchedUntil?: Date;
}

/**
 * The length up to which a list without a stored counter is counted. Counting further would cost more than reading the
 * page. Source: docs/decisions/0122-count-lists-to-a-limit.md
 */
export const MAX_COUNTED = 10_000;

/**
 * The number of rows that are searched for one page of a long list, the first ones in its order by time. A filter that few
 * rows match would read the whole list for a page. Source: docs/decisions/0124-search-a-part-of-a-list.md
 */
export const MAX_SEARCHED = 100_000;

/** The number of rows in which the matches are counted, of a list that is longer than `MAX_SEARCHED`. */
export const MAX_SEARCHED_FOR_TOTAL = 20_000;

/** The number of rows of which the largest are found, of a list that is longer than `MAX_SEARCHED`. */
export const MAX_SEARCHED_FOR_ORDER = 30_000;

/**
 * Cuts a page from rows that were read with a limit of `limit + 1`. The row too many shows that a further page exists.
 * @param cursorOf the cursor that stands for a row; its id by default
 */
export function cutPage<Row extends { id: string }>(
  found: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string = ({ id }) => id,
): UncountedPage<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: last && found.length > limit ? cursorOf(last) : undefined };
}

/**
 * The `pagination` of a list response. `nextCursor` is absent on the last page, and `hasMoreThanTotal` where `total` is
 * the length of the list. Source: spec: Endpoints.
 */
export function paginationOf(
  request: PageRequest,
  { total, hasMoreThanTotal, nextCursor, searchedUntil }: Omit<Page<unknown>, "rows">,
) {
  return {
    ...uncountedPaginationOf(request, nextCursor),
    total,
    ...(hasMoreThanTotal && { hasMoreThanTotal }),
    ...(searchedUntil && { searchedUntil: searchedUntil.toISOString() }),
  };
}

/** The `pagination` of a list whose length is not counted. `nextCursor` is absent on the last page. */
export function uncountedPaginationOf(
  { skip, limit }: PageRequest,
  nextCursor: string | undefined,
) {
  return { skip, limit, ...(nextCursor !== undefined && { nextCursor }) };
}

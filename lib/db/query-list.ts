import { ValidationError } from "@/lib/kernel/errors";
import { cutPage, type Page } from "@/lib/kernel/page";
import { query } from "./index";
import type { Statement } from "./list-statement";
import type { WindowedStatement } from "./window-statement";

const UNKNOWN_CURSOR = { isCursor: "cursor must be the nextCursor of a page of this list" };

/** The refusal of a cursor whose row does not exist. */
export const unknownCursor = () =>
  new ValidationError([{ property: "cursor", constraints: UNKNOWN_CURSOR }]);

/** The columns with which each row describes the whole list. */
interface Counted {
  total: bigint;
  hasMoreThanTotal?: boolean;
  isCursorKnown?: boolean;
  hasTooManyIds?: boolean;
  /** Of a `windowStatement`: the list is longer than what is searched for a page. */
  isLonger?: boolean;
}

/** `hasTooManyIds`: a condition finds more ids than its `maxIds`, so the page has no rows. */
export type FoundPage<Row> = Page<Row> & { hasTooManyIds?: boolean };

/**
 * Reads a page and its total with a statement of `listStatement` or of the same shape. With one of `windowStatement`, it
 * also finds where the search for the page stopped, if the list goes on; then `nextCursor` continues the search.
 * @param limit the length of the page; a row more than that is cut off and shows that a further page exists
 * @param cursorOf the cursor that stands for a row; its id by default
 * @throws ValidationError when the statement says that the row of the cursor does not exist
 */
export async function queryList<Row extends { id: string }>(
  statement: Statement | WindowedStatement,
  limit: number,
  cursorOf?: (row: Row) => string,
): Promise<FoundPage<Row>> {
  const { name, text, values } = statement;
  const found = await query<Row & Counted>(name, text, values);
  const [first] = found;
  if (first?.isCursorKnown === false) throw unknownCursor();
  const rows = found.filter((row) => row.id !== null);
  const page = {
    total: Number(first?.total ?? 0n),
    ...(first?.hasMoreThanTotal && { hasMoreThanTotal: true }),
    ...(first?.hasTooManyIds && { hasTooManyIds: true }),
    ...cutPage(rows, limit, cursorOf),
  };
  if (!("end" in statement)) return page;
  const counted = ofPart(page, statement);
  return first?.isLonger ? withEnd(counted, statement) : counted;
}

/** The total of a long list is counted in fewer rows than are searched for a page, which may have found more. */
function ofPart<Found extends Page<unknown>>(page: Found, { skip }: WindowedStatement): Found {
  if (!page.hasMoreThanTotal || page.rows.length === 0) return page;
  return { ...page, total: Math.max(page.total, skip + page.rows.length) };
}

/** Adds where the search for a page stopped, if it stopped before the end of the list. */
async function withEnd<Row>(
  page: Page<Row>,
  { end, isContinued }: WindowedStatement,
): Promise<Page<Row>> {
  // In the order by time, a page that is full was found before the search had to stop.
  if (isContinued && page.nextCursor !== undefined) return page;
  const [last, next] = await query<{ id: string; at: Date }>(end.name, end.text, end.values);
  if (!last || !next) return page;
  return { ...page, searchedUntil: last.at, ...(isContinued && { nextCursor: last.id }) };
}

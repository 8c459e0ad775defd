import { ValidationError } from "@/lib/kernel/errors";
import { cutPage, type Page } from "@/lib/kernel/page";
import { query } from "./index";
import type { Statement } from "./list-statement";

const UNKNOWN_CURSOR = { isCursor: "cursor must be the nextCursor of a page of this list" };

/** The refusal of a cursor whose row does not exist. */
export const unknownCursor = () =>
  new ValidationError([{ property: "cursor", constraints: UNKNOWN_CURSOR }]);

/** What each row of a list says about the whole list. */
interface Counted {
  total: bigint;
  hasMoreThanTotal?: boolean;
  isCursorKnown?: boolean;
}

/**
 * Reads a page and its total with a statement of `listStatement` or of the same shape.
 * @param limit the length of the page; a row more than that is cut off and shows that a further page exists
 * @param cursorOf the cursor that stands for a row; its id by default
 * @throws ValidationError when the statement says that the row of the cursor does not exist
 */
export async function queryList<Row extends { id: string }>(
  { name, text, values }: Statement,
  limit: number,
  cursorOf?: (row: Row) => string,
): Promise<Page<Row>> {
  const found = await query<Row & Counted>(name, text, values);
  const [first] = found;
  if (first?.isCursorKnown === false) throw unknownCursor();
  const rows = found.filter((row) => row.id !== null);
  return {
    total: Number(first?.total ?? 0n),
    ...(first?.hasMoreThanTotal && { hasMoreThanTotal: true }),
    ...cutPage(rows, limit, cursorOf),
  };
}

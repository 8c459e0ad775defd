// SQL: builds the pages of lists of which only a part is searched, and finds where that part ends.

import {
  afterCursor,
  conditionsOf,
  type List,
  pageStatement,
  pageValues,
  rowsOf,
  type Statement,
  withSharedIds,
} from "./list-statement";
import { counterOf, limitedTotal, rowsToCount } from "./list-total";
import { statementName } from "./statement-name";

/** The part of a list, whose rows are named `t`, that is searched for a page. */
export interface SearchWindow {
  /** The columns of the order by time, the time first and the id last. */
  columns: readonly [time: string, ...more: string[]];
  isAscending: boolean;
  /** The counter of all rows of the list's scope: row_counts.kind. */
  kind: string;
  /** The number of rows. */
  size: number;
  /** The number of rows in which the matches are counted, if the list is longer than `size`. */
  sizeForTotal: number;
  /** The number of rows of which a page in another order has the first ones, if the list is longer than `size`. */
  sizeForOrder: number;
}

export interface WindowedStatement extends Statement {
  /** Finds the last row that was searched, and the row after it. */
  end: Statement;
  /** Whether the list is in the order by time, so that the next page continues after the last row that was searched. */
  isContinued: boolean;
  skip: number;
}

const isTime = ({ sortedBy = [], id }: List, { columns }: SearchWindow) =>
  [...sortedBy, id].every((column, index) => column === columns[index]);

/**
 * Like `listStatement`, but only a part of the list is searched: the first rows in the order by time, after the cursor
 * if the list is in that order. Conditions on a range of that order select which ones are the first. The total of a list
 * that is longer than this part is that of its first rows, and so is a page in another order: unlike a page in the order
 * by time, these are complete only when all rows of the part were read.
 */
export function windowStatement(list: List, time: SearchWindow): WindowedStatement {
  const { size, sizeForTotal, sizeForOrder } = time;
  const isContinued = isTime(list, time);
  const ranges = list.conditions.filter(({ isRange }) => isRange);
  const filters = list.conditions.filter(({ isRange }) => !isRange);
  const direction = time.isAscending ? "" : " DESC";
  const order = time.columns.map((column) => `${column}${direction}`).join(", ");

  const values = pageValues(list);
  const shared = withSharedIds(filters, values);
  const inRange = rowsOf(list.from, ranges, values);
  const matching = conditionsOf(shared.conditions, values);
  const after = afterCursor(list, values);
  const search = (rows: string, limit: number | string = size) =>
    `(SELECT * FROM ${rows} ORDER BY ${order} LIMIT ${limit}) t WHERE true${matching}`;
  // Without a range, the counter of all rows is the number of rows to read.
  const isLonger =
    ranges.length > 0
      ? `EXISTS (SELECT FROM ${inRange} ORDER BY ${order} OFFSET ${size} LIMIT 1)`
      : `(${counterOf("$1", `'${time.kind}'`)}) > ${size}`;
  const sizeOf = (ofLonger: number) => `CASE WHEN "isLonger" THEN ${ofLonger} ELSE ${size} END`;
  const counted = search(inRange, sizeOf(sizeForTotal));
  const statement = pageStatement(list, {
    shared,
    total: `SELECT ${limitedTotal("n", '"isLonger"')}, "isLonger" FROM (SELECT ${isLonger} AS "isLonger" OFFSET 0) l
      CROSS JOIN LATERAL (SELECT count(*) AS n FROM (${rowsToCount(counted, order)}) r) c`,
    rows: isContinued
      ? search(`${inRange}${after?.condition ?? ""}`)
      : `${search(inRange, sizeOf(sizeForOrder))}${after?.condition ?? ""}`,
    after,
    values,
  });
  const name = statementName(statement.name, "part");
  return { ...statement, name, isContinued, skip: list.page.skip, end: end() };

  function end(): Statement {
    const own: unknown[] = [list.scope];
    const rows = rowsOf(list.from, ranges, own);
    const on = isContinued ? afterCursor(list, own) : undefined;
    return {
      name: statementName(statement.name, "end"),
      text: `SELECT ${list.id} AS id, ${time.columns[0]} AS at FROM ${rows}${on?.condition ?? ""}
       ORDER BY ${order} OFFSET ${(isContinued ? size : sizeForOrder) - 1} LIMIT 2`,
      values: own,
    };
  }
}

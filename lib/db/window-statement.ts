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
 * that is longer than this part is that of its first rows.
 */
export function windowStatement(list: List, time: SearchWindow): WindowedStatement {
  const { size, sizeForTotal } = time;
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
  const counted = search(inRange, `CASE WHEN l.is_longer THEN ${sizeForTotal} ELSE ${size} END`);
  const statement = pageStatement(list, {
    shared,
    total: `SELECT ${limitedTotal("n", "l.is_longer")} FROM (SELECT ${isLonger} AS is_longer OFFSET 0) l
      CROSS JOIN LATERAL (SELECT count(*) AS n FROM (${rowsToCount(counted, order)}) r) c`,
    rows: isContinued
      ? search(`${inRange}${after?.condition ?? ""}`)
      : `${search(inRange)}${after?.condition ?? ""}`,
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
       ORDER BY ${order} OFFSET ${size - 1} LIMIT 2`,
      values: own,
    };
  }
}

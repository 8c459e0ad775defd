// SQL: builds the pages of lists of which only a part is searched, and finds where that part ends.

import { MAX_SEARCHED } from "@/lib/kernel/page";
import {
  afterCursor,
  conditionsOf,
  type List,
  limitedTotal,
  pageStatement,
  pageValues,
  rowsOf,
  rowsToCount,
  type Statement,
} from "./list-statement";
import { statementName } from "./statement-name";

/** The order by time of a list whose rows are named `t`. */
export interface TimeOrder {
  /** The columns, the time first and the id last. */
  columns: readonly [time: string, ...more: string[]];
  isAscending: boolean;
}

export interface WindowedStatement extends Statement {
  /** Finds the last row that was searched, and the row after it. */
  end: Statement;
  /** Whether the list is in the order by time, so that the next page continues after the last row that was searched. */
  isContinued: boolean;
}

const isTime = ({ sortedBy = [], id }: List, { columns }: TimeOrder) =>
  [...sortedBy, id].every((column, index) => column === columns[index]);

/**
 * Like `listStatement`, but only MAX_SEARCHED rows are searched: the first ones in the order by time, after the cursor
 * if the list is in that order. Conditions on a range of that order select which ones are the first. The total is that
 * of the first part of the list.
 */
export function windowStatement(
  list: List,
  time: TimeOrder,
  maxSearched = MAX_SEARCHED,
): WindowedStatement {
  const isContinued = isTime(list, time);
  const ranges = list.conditions.filter(({ isRange }) => isRange);
  const filters = list.conditions.filter(({ isRange }) => !isRange);
  const direction = time.isAscending ? "" : " DESC";
  const order = time.columns.map((column) => `${column}${direction}`).join(", ");

  const values = pageValues(list);
  const inRange = rowsOf(list.from, ranges, values);
  const matching = conditionsOf(filters, values);
  const after = afterCursor(list, values);
  const search = (rows: string) =>
    `(SELECT * FROM ${rows} ORDER BY ${order} LIMIT ${maxSearched}) t WHERE true${matching}`;
  const isLimited = `EXISTS (SELECT FROM ${inRange} ORDER BY ${order} OFFSET ${maxSearched} LIMIT 1)`;
  const statement = pageStatement(list, {
    total: `SELECT ${limitedTotal("count(*)", isLimited)} FROM (${rowsToCount(search(inRange), order)}) c`,
    rows: isContinued
      ? search(`${inRange}${after?.condition ?? ""}`)
      : `${search(inRange)}${after?.condition ?? ""}`,
    after,
    values,
  });
  return { ...statement, name: statementName(statement.name, "part"), isContinued, end: end() };

  function end(): Statement {
    const own: unknown[] = [list.scope];
    const rows = rowsOf(list.from, ranges, own);
    const on = isContinued ? afterCursor(list, own) : undefined;
    return {
      name: statementName(statement.name, "end"),
      text: `SELECT ${list.id} AS id, ${time.columns[0]} AS at FROM ${rows}${on?.condition ?? ""}
       ORDER BY ${order} OFFSET ${maxSearched - 1} LIMIT 2`,
      values: own,
    };
  }
}

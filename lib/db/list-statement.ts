// SQL: builds the hot lists: a page and its counted total in one statement.

import { type IdPrefix, isId } from "@/lib/kernel/ids";
import type { PageRequest } from "@/lib/kernel/page";
import { type Ordered, orderOf } from "./list-order";
import { type Countable, type CountWindow, counterOf, totalOf, totalWithin } from "./list-total";
import { statementName } from "./statement-name";

/** A filter of a list. In its SQL each `?` stands for the next of its values: first those of `sql`, then those of `ids`. */
export interface Condition {
  name: string;
  sql: string;
  values: unknown[];
  /** SQL that selects ids; `sql` has them at `:ids`, as an array. */
  ids?: string;
  /** If more ids are found, a page selects none of them and says so: `hasTooManyIds`. Batches are not limited. */
  maxIds?: number;
  /** SQL of the number of rows that match this condition alone, where it is stored. `?` stands for the first value. */
  total?: string;
  /** The rows that match lie together in the index of the order by time. */
  isRange?: boolean;
}

/** A value once for each of its places in SQL. */
export const timesIn = <Value>(sql: string, value: Value): Value[] =>
  Array(sql.split("?").length - 1).fill(value);

/**
 * SQL of a condition for which PostgreSQL expects that most rows meet it: it reads them in the order of the list until the page is
 * full. Of a comparison it expects few, which it would rather find anywhere and sort.
 */
export const metByMost = (condition: string) => `NULLIF(${condition}, false) IS NOT NULL`;

/** A condition if the value is given, else none. */
export function when(name: string, value: unknown, sql: string, ids?: string): Condition[] {
  return value === undefined ? [] : [{ name, sql, ...(ids && { ids }), values: [value] }];
}

/**
 * A condition that a column has one of the values; none without values. A single value is compared itself, so that an
 * index on the column also supplies the order.
 */
export function oneOf(
  name: string,
  values: readonly string[] | undefined,
  column: string,
): Condition[] {
  if (values === undefined) return [];
  return values.length === 1
    ? when(name, values[0], `${column} = ?`)
    : when(`${name}_any`, values, `${column} = ANY(?)`);
}

/**
 * A condition that a row has one of the statuses. Of a single status the number of rows is stored, as the counter
 * `kind:status`.
 */
export function ofStatus(
  kind: "users" | "cards" | "withdrawals",
  statuses: readonly string[] | undefined,
  column: string,
): Condition[] {
  const conditions = oneOf("status", statuses, column);
  if (statuses?.length !== 1) return conditions;
  const total = counterOf("$1", `'${kind}:' || ?::text`);
  return conditions.map((condition) => ({ ...condition, total }));
}

/** A condition on an id from a client, which may occur several times in the SQL. A malformed id matches nothing. */
export function ofId(
  name: string,
  prefix: IdPrefix,
  id: string | undefined,
  sql: string,
): Condition[] {
  if (id === undefined) return [];
  if (!isId(prefix, id)) return [{ name: "none", sql: "false", values: [] }];
  return [{ name, sql, values: timesIn(sql, id) }];
}

/** A condition that a column has one of the ids from a client. Malformed ids match nothing. */
export function anyId(
  name: string,
  prefix: IdPrefix,
  ids: readonly string[] | undefined,
  column: string,
): Condition[] {
  if (ids === undefined) return [];
  const known = ids.filter((id) => isId(prefix, id));
  if (known.length === 0) return [{ name: "none", sql: "false", values: [] }];
  return oneOf(name, known, column);
}

/** The rows of a list, their order, and the columns that are shown. */
export interface Listed extends Ordered {
  name: string;
  /** The value of $1; in a partner's list, the partner's id. */
  scope: unknown;
  /** SQL that yields the whole list, such as all rows of the partner $1; ends with its WHERE clause. */
  from: string;
  conditions: Condition[];
  /**
   * The shown columns, and the joins to `page.id` that supply them. Each join uses `OFFSET 0`, which forces a lookup
   * per row, because the planner cannot know how short a page is. Where possible a join uses the id alone, because
   * outdated statistics may make the planner choose another index.
   */
  columns: string;
  beside: string;
}

export interface List extends Listed, Countable {
  page: PageRequest;
  /** The matches are counted in a part of the list, because few of many rows may match. */
  countWithin?: CountWindow;
  /** Descending (newest first) by default. */
  isAscending?: boolean;
}

export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** Replaces each `?` in SQL by the place of the next of its own values. Appends these to `values`. */
export function withPlaces(sql: string, own: readonly unknown[], values: unknown[]): string {
  const places = own.map((value) => `$${values.push(value)}`);
  return sql.replaceAll("?", () => places.shift() ?? "");
}

/** SQL of a condition: of itself, and of the ids that it selects. Appends its values to `values`. */
function partsOf({ sql, ids, values: own }: Condition, values: unknown[]) {
  const ofSql = sql.split("?").length - 1;
  return {
    sql: withPlaces(sql, own.slice(0, ofSql), values),
    ids: ids === undefined ? undefined : withPlaces(ids, own.slice(ofSql), values),
  };
}

/** SQL of the conditions. Appends their values to `values`. */
export const conditionsOf = (conditions: readonly Condition[], values: unknown[]): string =>
  conditions
    .map((condition) => partsOf(condition, values))
    .map(({ sql, ids }) => ` AND ${sql.replace(":ids", () => `ARRAY(${ids})`)}`)
    .join("");

/**
 * For a statement that uses conditions more than once: its first part, which selects their ids once, columns about these
 * ids, and the conditions, which refer to them. Appends the values of these conditions to `values`.
 */
export function withSharedIds(conditions: readonly Condition[], values: unknown[]) {
  const selected: string[] = [];
  const limited: string[] = [];
  const shared = conditions.map((condition): Condition => {
    if (condition.ids === undefined) return condition;
    const { sql, ids = "" } = partsOf(condition, values);
    const name = `ids_${selected.length}`;
    selected.push(`${name} AS MATERIALIZED (${selectIds(ids, condition.maxIds)})`);
    if (condition.maxIds !== undefined) limited.push(`(SELECT is_over FROM ${name})`);
    const { ids: _, ...rest } = condition;
    return { ...rest, sql: sql.replace(":ids", `(SELECT ids FROM ${name})::text[]`), values: [] };
  });
  return {
    first: selected.length > 0 ? `WITH ${selected.join(", ")} ` : "",
    columns: limited.length > 0 ? `${limited.join(" OR ")} AS "hasTooManyIds", ` : "",
    conditions: shared,
  };
}

/**
 * SQL that selects ids as one array: all of them, or none if there are more than `maxIds`. Without OFFSET, PostgreSQL
 * replaces each use of the array by a subquery of its own, which finds all ids again.
 */
function selectIds(ids: string, maxIds?: number): string {
  if (maxIds === undefined) return `SELECT ARRAY(${ids}) AS ids`;
  const isOver = `cardinality(found) > ${maxIds}`;
  return `SELECT CASE WHEN ${isOver} THEN '{}' ELSE found END AS ids, ${isOver} AS is_over
    FROM (SELECT ARRAY(SELECT * FROM (${ids}) every LIMIT ${maxIds + 1}) AS found OFFSET 0) f`;
}

/** SQL for the rows that match the conditions. Appends the values of the conditions to `values`. */
export function rowsOf(from: string, conditions: readonly Condition[], values: unknown[]): string {
  return `${from}${conditionsOf(conditions, values)}`;
}

interface AfterCursor {
  condition: string;
  isKnown: string;
}

/**
 * SQL that selects what follows the row of the page's cursor; undefined without a cursor. An id that orders the list alone
 * is compared itself. Otherwise the row's other keys are read by its id, from the unfiltered list: the row need no longer
 * match the filters. Appends the cursor to `values`.
 */
export function afterCursor(list: List, values: unknown[]): AfterCursor | undefined {
  const { id, from, sortedBy = [], page, isAscending = false } = list;
  if (page.cursor === undefined) return undefined;
  const place = `$${values.push(page.cursor)}`;
  const compare = isAscending ? ">" : "<";
  if (sortedBy.length === 0)
    return { condition: ` AND ${id} ${compare} ${place}`, isKnown: "true" };
  const keys = [...sortedBy, id].join(", ");
  const ofCursor = `FROM ${from} AND ${id} = ${place}`;
  return {
    condition: ` AND (${keys}) ${compare} (SELECT ${keys} ${ofCursor})`,
    isKnown: `EXISTS (SELECT ${ofCursor})`,
  };
}

interface StatementParts {
  /** The first part of the statement and its first columns, of `withSharedIds`. */
  shared: { first: string; columns: string };
  /** SQL of the total. */
  total: string;
  /** SQL of the rows that a page is cut from: after the cursor, if there is one. */
  rows: string;
  after: AfterCursor | undefined;
  values: unknown[];
}

/** The values that the statement of a page begins with: $1 to $3. */
export const pageValues = ({ scope, page }: List): unknown[] => [scope, page.skip, page.limit + 1];

/** The statement of a page. The shown columns are looked up for the rows of the page only. */
export function pageStatement(
  list: List,
  { shared, total, rows, after, values }: StatementParts,
): Statement {
  const { conditions, isAscending = false } = list;
  const { keys, cut, shown } = orderOf(list, isAscending);
  const names = [list.name, ...conditions.map(({ name }) => name)];
  const marks = [
    ...(isAscending ? ["up"] : []),
    ...(after ? ["after"] : []),
    ...(list.page.isUncounted ? ["uncounted"] : []),
  ];
  return {
    name: statementName(...names, ...marks),
    text: `${shared.first}SELECT ${shared.columns}counted.*, ${after ? `${after.isKnown} AS "isCursorKnown", ` : ""}page.id, ${list.columns} FROM (${total}) counted
       LEFT JOIN LATERAL (SELECT ${keys.join(", ")} FROM ${rows} ORDER BY ${cut} OFFSET $2 LIMIT $3) page ON true
       ${list.beside}
       ORDER BY ${shown}`,
    values,
  };
}

/**
 * A page of a list and its total, as one statement per set of conditions. Triggers maintain the counter of the whole
 * list; a filtered list is counted by index, up to MAX_COUNTED. Reads one row more than the page has, for `queryList` to
 * cut off.
 */
export function listStatement(list: List): Statement {
  const values = pageValues(list);
  const shared = withSharedIds(list.conditions, values);
  const rows = rowsOf(list.from, shared.conditions, values);
  const after = afterCursor(list, values);
  const { cut } = orderOf(list, list.isAscending ?? false);
  const { from, countWithin, page } = list;
  const total =
    countWithin && !page.isUncounted
      ? totalWithin(countWithin, {
          from,
          order: cut,
          matching: conditionsOf(shared.conditions, values),
        })
      : totalOf(list, rows, cut, values);
  const parts = { shared, total, rows: `${rows}${after?.condition ?? ""}`, after, values };
  return pageStatement(list, parts);
}

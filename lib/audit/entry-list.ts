// SQL: hot list: the index of one filter, in whose order the entries are read.

import { firstOfEach } from "@/lib/db/first-of-each";
import { type Condition, conditionsOf, type Statement, when } from "@/lib/db/list-statement";
import { statementName } from "@/lib/db/statement-name";
import { firstIdAt } from "@/lib/kernel/ids";
import type { PageRequest } from "@/lib/kernel/page";
import { CLOCKS_APART_MS } from "./clocks-apart";

/** Sorts after every id in any collation: no prefix begins with z. */
const AFTER_ALL_IDS = "z";
const OPERATOR = "operator";
const ENTRIES = "audit_entries e WHERE true";

export interface EntryFilter {
  personId?: string | undefined;
  action?: readonly string[] | undefined;
  target?: string | undefined;
  /** Partners' ids, or `operator`. */
  partner?: readonly string[] | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}

/** A filter with an index that begins with its column. */
interface Indexed {
  name: string;
  column: string;
  values: readonly string[];
  /** Entries without a value match, too. */
  isNullToo: boolean;
}

/** The filters that have an index, in the order in which they usually select the fewest entries. */
function indexedOf({ target, personId, partner, action }: EntryFilter): Indexed[] {
  const isNullToo = partner?.includes(OPERATOR) ?? false;
  const partners = partner?.filter((each) => each !== OPERATOR);
  const of = (column: string, values: readonly string[] | undefined, ofNull = false) =>
    values === undefined
      ? []
      : [{ name: ofNull ? OPERATOR : column, column: `e.${column}`, values, isNullToo: ofNull }];
  return [
    ...of("target_id", target === undefined ? undefined : [target]),
    ...of("person_id", personId === undefined ? undefined : [personId]),
    ...of("partner_id", partners, isNullToo),
    ...of("action", action),
  ];
}

/** The condition of a filter whose index is not read. */
const conditionOf = ({ name, column, values, isNullToo }: Indexed): Condition => ({
  name,
  sql: isNullToo ? `(${column} IS NULL OR ${column} = ANY(?))` : `${column} = ANY(?)`,
  values: [values],
});

/**
 * SQL of the first entries that an index finds, `length` for each value at most. `conditions` is SQL of further conditions. Appends
 * the values of the index to `values`.
 */
function firstOf(
  { column, values: wanted, isNullToo }: Indexed,
  conditions: string,
  length: string,
  values: unknown[],
): string {
  const rows = `${ENTRIES}${conditions}`;
  const order = `${column}, e.id DESC`;
  const ofEach = firstOfEach({ values: `$${values.push(wanted)}`, column, rows, order, length });
  const withoutValue = `(SELECT e.* FROM ${rows} AND ${column} IS NULL ORDER BY ${order} LIMIT ${length})`;
  return isNullToo ? `(SELECT e.* FROM ${ofEach} UNION ALL ${withoutValue}) e` : ofEach;
}

const idAt = (at: Date | undefined, byMs: number) =>
  at && firstIdAt("aud", new Date(at.getTime() + byMs));

const inPeriod = ({ from, until }: EntryFilter, cursor: string = AFTER_ALL_IDS): Condition[] => [
  ...when("before", cursor, "e.id < ?"),
  ...when("from_id", idAt(from, -CLOCKS_APART_MS), "e.id >= ?"),
  ...when("until_id", idAt(until, CLOCKS_APART_MS), "e.id < ?"),
  ...when("from", from, "e.created_at >= ?"),
  ...when("until", until, "e.created_at < ?"),
];

const namesOf = (conditions: readonly Condition[]) => conditions.map(({ name }) => name);

/** Up to so many entries of each filter are counted, to find the one that selects the fewest. */
const MAX_COMPARED = 500;

/**
 * The statement that counts the entries of each filter, in the order of `indexed`: `counts`. Undefined where there is no choice. The
 * statistics are those of a usual value, while nearly all entries are of a few actions, people and partners.
 */
export function sizesStatement(
  filter: EntryFilter,
  { cursor }: Pick<PageRequest, "cursor">,
): Statement | undefined {
  const indexed = indexedOf(filter);
  if (indexed.length < 2) return undefined;
  const values: unknown[] = [];
  const period = inPeriod(filter, cursor);
  const conditions = conditionsOf(period, values);
  const limit = `$${values.push(MAX_COMPARED)}`;
  const counts = indexed.map(
    (each) =>
      `(SELECT count(*) FROM (SELECT FROM ${firstOf(each, conditions, limit, values)} LIMIT ${limit}) c)`,
  );
  return {
    name: statementName(
      "compare_audit_filters",
      ...indexed.map(({ name }) => name),
      ...namesOf(period),
    ),
    text: `SELECT ARRAY[${counts.join(", ")}]::int[] AS counts`,
    values,
  };
}

/**
 * The number of entries of one filter that a page compares with the other filters at most, so that two common filters without an
 * entry together do not read all of one.
 */
const MAX_LOOKED = 10_000;

/**
 * The statement of a page whose filters have many entries each. It compares the newest entries of one filter, of each of its values as
 * many. `searchedUntil` is the entry up to which all of them were compared, where there may be more.
 */
function comparedStatement(
  read: Indexed,
  others: readonly Condition[],
  filter: EntryFilter,
  { skip, limit, cursor }: PageRequest,
): Statement {
  const values: unknown[] = [skip, limit + 1];
  const period = inPeriod(filter, cursor);
  const ofValue = Math.ceil(MAX_LOOKED / (read.values.length + (read.isNullToo ? 1 : 0)));
  const length = `$${values.push(ofValue)}::bigint`;
  const looked = firstOf(read, conditionsOf(period, values), length, values);
  const matching = conditionsOf(others, values);
  return {
    name: statementName("compare_audit_entries", read.name, ...namesOf([...period, ...others])),
    text: `WITH looked AS MATERIALIZED (SELECT e.* FROM ${looked}),
       searched AS (SELECT max(l.last) AS until FROM (
         SELECT min(e.id) AS last FROM looked e GROUP BY ${read.column} HAVING count(*) >= ${length}) l)
     SELECT page.id, s.until AS "searchedUntil" FROM searched s LEFT JOIN LATERAL (
       SELECT e.id FROM looked e WHERE (s.until IS NULL OR e.id >= s.until)${matching}
       ORDER BY e.id DESC OFFSET $1 LIMIT $2) page ON true
     ORDER BY page.id DESC`,
    values,
  };
}

/**
 * The statement of a page of the ids of entries, newest first.
 * @param counts what `sizesStatement` counted
 */
export function entryStatement(
  filter: EntryFilter,
  page: PageRequest,
  counts: readonly number[] = [],
): Statement {
  const indexed = indexedOf(filter);
  const fewest = Math.min(...counts);
  const read = indexed[counts.indexOf(fewest)] ?? indexed[0];
  const others = indexed.filter((each) => each !== read).map(conditionOf);
  if (read && others.length > 0 && fewest >= MAX_COMPARED)
    return comparedStatement(read, others, filter, page);
  const { skip, limit, cursor } = page;
  const conditions = [...others, ...inPeriod(filter, cursor)];
  const values: unknown[] = [skip, limit + 1];
  const matching = conditionsOf(conditions, values);
  const rows = read
    ? firstOf(read, matching, "$1::bigint + $2::bigint", values)
    : `${ENTRIES}${matching}`;
  return {
    name: statementName(
      "list_audit_entries",
      ...(read ? ["by", read.name] : []),
      ...namesOf(conditions),
    ),
    text: `SELECT e.id FROM ${rows} ORDER BY e.id DESC OFFSET $1 LIMIT $2`,
    values,
  };
}

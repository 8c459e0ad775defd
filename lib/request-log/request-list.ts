// SQL: hot list: searches a limited number of rows by one index.

import { type Condition, oneOf, rowsOf, when } from "@/lib/db/list-statement";
import { ofOwner, ofOwnerInRange } from "@/lib/db/of-owner";
import { statementName } from "@/lib/db/statement-name";
import { firstIdAt } from "@/lib/kernel/ids";
import type { PageRequest } from "@/lib/kernel/page";
import { hideCardNumbers } from "./hide-card-numbers";
import { STATUS_CLASSES, type StatusClass } from "./schema";

/** The number of requests that one page searches at most, so that a search without matches ends. */
export const MAX_LOOKED = 10_000;

export interface RequestFilters {
  /** The request has one of these methods. */
  method?: readonly string[] | undefined;
  /** The response is of one of these classes. */
  status?: readonly StatusClass[] | undefined;
  path?: string | undefined;
  requestId?: string | undefined;
  idempotencyKey?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Written as literals, so that the planner can use the partial indexes of these rows. */
const STATUSES: Record<StatusClass, string> = {
  "2xx": "status BETWEEN 200 AND 299",
  "4xx": "status BETWEEN 400 AND 499",
  "5xx": "status >= 500",
};

/**
 * The conditions that limit the searched part of the log. Ids are ordered by time, so an instant is converted to an id.
 */
function bounds({ from, to }: RequestFilters, cursor: string | undefined): Condition[] {
  return [
    ...when("before", cursor, "id < ?"),
    ...when("from", from && firstIdAt("req", from), "id >= ?"),
    ...when("to", to && firstIdAt("req", to), "id < ?"),
  ];
}

/** The condition that a response is of one of the classes. */
function ofClasses(classes: readonly StatusClass[]): Condition[] {
  if (classes.length === 0) return [];
  const either = classes.map((each) => STATUSES[each]).join(" OR ");
  return [{ name: classes.join("_"), sql: `(${either})`, values: [] }];
}

/** A text to search for, as the log has it: a number that could be that of a card is hidden there. */
const asStored = (text: string | undefined) => text && hideCardNumbers(text);

/** The filter conditions; those with an index of their own come first. */
function conditions(
  { method, path, requestId, idempotencyKey }: RequestFilters,
  classes: readonly StatusClass[],
): { indexed: Condition[]; others: Condition[] } {
  const isRoute = path?.includes("{");
  const isRare = !classes.includes("2xx");
  const indexed = [
    ...when("id", requestId, "id = ?"),
    ...when("key", asStored(idempotencyKey), "idempotency_key = ?"),
    ...(isRare ? ofClasses(classes) : []),
    ...when("route", isRoute ? path : undefined, "route = ?"),
  ];
  const others = [
    ...(isRare ? [] : ofClasses(classes)),
    ...when("path", isRoute ? undefined : asStored(path), "strpos(path, ?) > 0"),
    ...oneOf("method", method, "method"),
  ];
  return { indexed: indexed.slice(0, 1), others: [...indexed.slice(1), ...others] };
}

/**
 * The log, or the requests of several rare classes: joined by OR the classes would be read whole and sorted, while the
 * partial index of each has the order of the list.
 */
function logOf(
  indexed: readonly Condition[],
  classes: readonly StatusClass[],
  isRange: boolean,
): string {
  const log = `request_log WHERE ${(isRange ? ofOwnerInRange : ofOwner)("partner_id", "$1")}`;
  if (classes.length < 2 || indexed[0]?.name !== ofClasses(classes)[0]?.name) return log;
  const parts = classes.map(
    (each) => `(SELECT * FROM ${log} AND ${STATUSES[each]} ORDER BY partner_id, id DESC)`,
  );
  return `(${parts.join(" UNION ALL ")}) l WHERE true`;
}

/**
 * The list statement of a page of a partner's requests, one per combination of filters. One condition uses its index;
 * the others are applied to the newest MAX_LOOKED rows of the result. `end` is the position from which the search
 * continues when the page is not full. `skip` counts the matching rows among them. Reads one row more than the page has.
 */
export function requestList(
  partnerId: string,
  columns: string,
  filters: RequestFilters,
  { skip, limit, cursor }: PageRequest,
) {
  // In one order, so that the same classes are the same statement.
  const classes = STATUS_CLASSES.filter((each) => filters.status?.includes(each));
  const { indexed, others } = conditions(filters, classes);
  const ranges = bounds(filters, cursor);
  const names = [...indexed, ...ranges, ...others].map(({ name }) => name);
  const values: unknown[] = [partnerId];
  const log = logOf(indexed, classes, ranges.length > 0);
  const looked = `FROM ${rowsOf(log, [...indexed, ...ranges], values)} ORDER BY partner_id, id DESC`;
  const endValues = [...values];
  return {
    rows: {
      name: statementName("list_requests", ...names),
      text: `SELECT ${columns} FROM ${rowsOf(`(SELECT * ${looked} LIMIT ${MAX_LOOKED}) r WHERE true`, others, values)}
        ORDER BY r.partner_id, r.id DESC OFFSET $${values.push(skip)} LIMIT $${values.push(limit + 1)}`,
      values,
    },
    end: others.length > 0 && {
      name: statementName("list_requests_end", ...[...indexed, ...ranges].map(({ name }) => name)),
      text: `SELECT id ${looked} OFFSET ${MAX_LOOKED - 1} LIMIT 1`,
      values: endValues,
    },
  };
}

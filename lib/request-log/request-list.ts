// SQL: hot list: searches a limited number of rows by one index.

import { type Condition, rowsOf, when } from "@/lib/db/list-statement";
import { statementName } from "@/lib/db/statement-name";
import { firstIdAt } from "@/lib/kernel/ids";
import type { StatusClass } from "./schema";

/** The number of requests that one page searches at most, so that a search without matches ends. */
export const MAX_LOOKED = 10_000;

export interface RequestFilters {
  method?: string | undefined;
  status?: StatusClass | undefined;
  path?: string | undefined;
  requestId?: string | undefined;
  idempotencyKey?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Only requests older than this one. */
  before?: string | undefined;
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
function bounds({ from, to, before }: RequestFilters): Condition[] {
  return [
    ...when("before", before, "id < ?"),
    ...when("from", from && firstIdAt("req", from), "id >= ?"),
    ...when("to", to && firstIdAt("req", to), "id < ?"),
  ];
}

/** The filter conditions; those with an index of their own come first. */
function conditions({ method, status, path, requestId, idempotencyKey }: RequestFilters): {
  indexed: Condition[];
  others: Condition[];
} {
  const isRoute = path?.includes("{");
  const indexed = [
    ...when("id", requestId, "id = ?"),
    ...when("key", idempotencyKey, "idempotency_key = ?"),
    ...(status && status !== "2xx" ? [{ name: status, sql: STATUSES[status], values: [] }] : []),
    ...when("route", isRoute ? path : undefined, "route = ?"),
  ];
  const others = [
    ...(status === "2xx" ? [{ name: status, sql: STATUSES[status], values: [] }] : []),
    ...when("path", isRoute ? undefined : path, "strpos(path, ?) > 0"),
    ...when("method", method, "method = ?"),
  ];
  return { indexed: indexed.slice(0, 1), others: [...indexed.slice(1), ...others] };
}

/**
 * The list statement of a page of a partner's requests, one per combination of filters. One condition uses its index;
 * the others are applied to the newest MAX_LOOKED rows of the result. `end` is the position from which the search
 * continues when the page is not full.
 */
export function requestList(
  partnerId: string,
  columns: string,
  filters: RequestFilters,
  limit: number,
) {
  const { indexed, others } = conditions(filters);
  const ranges = bounds(filters);
  const names = [...indexed, ...ranges, ...others].map(({ name }) => name);
  const values: unknown[] = [partnerId];
  const log = "request_log WHERE partner_id = $1";
  const looked = `FROM ${rowsOf(log, [...indexed, ...ranges], values)} ORDER BY id DESC`;
  const endValues = [...values];
  return {
    rows: {
      name: statementName("list_requests", ...names),
      text: `SELECT ${columns} FROM ${rowsOf(`(SELECT * ${looked} LIMIT ${MAX_LOOKED}) r WHERE true`, others, values)}
        ORDER BY id DESC LIMIT $${values.push(limit)}`,
      values,
    },
    end: others.length > 0 && {
      name: statementName("list_requests_end", ...[...indexed, ...ranges].map(({ name }) => name)),
      text: `SELECT id ${looked} OFFSET ${MAX_LOOKED - 1} LIMIT 1`,
      values: endValues,
    },
  };
}

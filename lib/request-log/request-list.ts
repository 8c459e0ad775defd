import { type Condition, rowsOf, when } from "@/lib/db/list-statement";
import { statementName } from "@/lib/db/statement-name";
import { firstIdAt } from "@/lib/kernel/ids";
import type { StatusClass } from "./schema";

/** How many requests a page looks through, so that a search for what is not there ends. */
export const MAX_LOOKED = 10_000;

export interface RequestFilters {
  method?: string | undefined;
  status?: StatusClass | undefined;
  path?: string | undefined;
  requestId?: string | undefined;
  idempotencyKey?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Only older than this one. */
  before?: string | undefined;
}

/** Written out, so that the planner sees that the indexes of these rows are enough. */
const STATUSES: Record<StatusClass, string> = {
  "2xx": "status BETWEEN 200 AND 299",
  "4xx": "status BETWEEN 400 AND 499",
  "5xx": "status >= 500",
};

/** What bounds the part of the log that is looked at. Ids are in the order of time, so an instant is one. */
function bounds({ from, to, before }: RequestFilters): Condition[] {
  return [
    ...when("before", before, "id < ?"),
    ...when("from", from && firstIdAt("req", from), "id >= ?"),
    ...when("to", to && firstIdAt("req", to), "id < ?"),
  ];
}

/** What is looked for, that which finds by an index of its own first. */
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
 * A page of a partner's requests, as one statement per set of filters: one condition goes by its index, the others are
 * held against the newest MAX_LOOKED rows that it leaves. `end` is where a page that these did not fill has to go on.
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

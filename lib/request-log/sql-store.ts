// SQL: bulk writes of thousands of rows, and the hot list of requests.

import { query, type RunQuery } from "@/lib/db";
import { firstIdAt } from "@/lib/kernel/ids";
import { cutPage, type PageRequest, type UncountedPage } from "@/lib/kernel/page";
import { type RequestFilters, requestList } from "./request-list";
import type { NewRequestRow, RequestRow } from "./store";

const COLUMNS = `r.id, r.key_id AS "keyId", r.person_id AS "personId", r.method, r.route, r.path, r.status,
  r.error_code AS "errorCode", r.duration_ms AS "durationMs", r.idempotency_key AS "idempotencyKey",
  r.created_at AS "createdAt", (SELECT name FROM api_keys WHERE id = r.key_id) AS "keyName",
  (SELECT name FROM people WHERE id = r.person_id) AS "personName"`;

/** Each column with its field and type, in the order of the statement. */
const NEW_COLUMNS = [
  ["id", "id", "text"],
  ["partner_id", "partnerId", "text"],
  ["key_id", "keyId", "text"],
  ["person_id", "personId", "text"],
  ["method", "method", "text"],
  ["route", "route", "text"],
  ["path", "path", "text"],
  ["query", "query", "text"],
  ["status", "status", "smallint"],
  ["error_code", "errorCode", "text"],
  ["duration_ms", "durationMs", "real"],
  ["idempotency_key", "idempotencyKey", "text"],
  ["request_body", "requestBody", "text"],
  ["response_body", "responseBody", "text"],
  ["created_at", "createdAt", "timestamptz"],
] as const satisfies readonly (readonly [string, keyof NewRequestRow, string])[];

/** Stands between values, and for none: neither JSON nor an address has them, and nothing else may bring them. */
const BETWEEN = "\u001f";
const NOTHING = "\u001e";
const SEPARATORS = [BETWEEN, NOTHING].map((text) => `chr(${text.charCodeAt(0)})`).join(", ");

const INSERT = `INSERT INTO request_log (${NEW_COLUMNS.map(([column]) => column).join(", ")})
  SELECT * FROM unnest(${NEW_COLUMNS.map(([, , type], index) => `string_to_array($${index + 1}, ${SEPARATORS})::${type}[]`).join(", ")})`;

function textOf(value: NewRequestRow[keyof NewRequestRow]): string {
  if (value === null) return NOTHING;
  if (value instanceof Date) return value.toISOString();
  return String(value).replaceAll(BETWEEN, "").replaceAll(NOTHING, "");
}

/** Writes requests, all or none. Each column goes as one text: as a list the driver would quote value by value. */
export async function insertRequests(rows: readonly NewRequestRow[]): Promise<void> {
  const values = NEW_COLUMNS.map(([, name]) => rows.map((row) => textOf(row[name])).join(BETWEEN));
  await query("insert_requests", INSERT, values);
}

/**
 * Lists requests that match, newest first. The next page of one that is not full begins where its search ended, if there
 * is more to search.
 */
export async function listRequests(
  partnerId: string,
  filters: RequestFilters,
  page: PageRequest,
): Promise<UncountedPage<RequestRow>> {
  const { rows: list, end } = requestList(partnerId, COLUMNS, filters, page);
  const found = await query<RequestRow & Record<string, unknown>>(
    list.name,
    list.text,
    list.values,
  );
  if (found.length > page.limit || !end) return cutPage(found, page.limit);
  const [last] = await query<{ id: string }>(end.name, end.text, end.values);
  return { rows: found, nextCursor: last?.id };
}

/** Takes out the oldest of those from before an instant, and says how many. */
export async function deleteRequestsBefore(
  at: Date,
  maxCount: number,
  runQuery: RunQuery = query,
): Promise<number> {
  const deleted = await runQuery(
    "delete_requests_before",
    `DELETE FROM request_log WHERE id IN (
       SELECT id FROM request_log WHERE id < $1 ORDER BY id LIMIT $2) RETURNING id`,
    [firstIdAt("req", at), maxCount],
  );
  return deleted.length;
}

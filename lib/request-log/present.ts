import type { z } from "zod";
import type { loggedRequestDetailSchema, loggedRequestSchema } from "./schema";
import type { RequestDetailRow, RequestRow } from "./store";

/** The key or the person that made a request. @throws Error for a row without a caller */
export function callerOf(row: RequestRow): z.input<typeof loggedRequestSchema>["caller"] {
  const { keyId, personId, keyName, personName } = row;
  if (personId !== null) return { kind: "person", id: personId, name: personName ?? personId };
  if (keyId !== null) return { kind: "key", id: keyId, name: keyName ?? keyId };
  throw new Error(`nobody asked ${row.id}`);
}

/** Converts a row to its response. */
export function presentRequest(row: RequestRow): z.input<typeof loggedRequestSchema> {
  const { id, method, path, route, status, errorCode, durationMs, idempotencyKey } = row;
  return {
    requestId: id,
    method,
    path,
    route,
    status,
    ...(errorCode !== null && { errorCode }),
    durationMs: Math.round(durationMs * 10) / 10,
    ...(idempotencyKey !== null && { idempotencyKey }),
    caller: callerOf(row),
    createdAt: row.createdAt.toISOString(),
  };
}

/** Converts a row to its response with query, request body and response body. */
export function presentRequestDetail(
  row: RequestDetailRow,
): z.input<typeof loggedRequestDetailSchema> {
  const { query, requestBody, responseBody } = row;
  return {
    ...presentRequest(row),
    ...(query !== null && { query }),
    ...(requestBody !== null && { requestBody }),
    responseBody,
  };
}

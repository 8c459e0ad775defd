import { type EndpointId, endpointOf } from "./endpoints";
import type { AnyInput } from "./types";

interface BuiltRequest {
  path: string;
  init: { method: string; headers: Record<string, string>; body?: string | Blob };
}

/** JSON has no `NaN` and writes `null`, which removes a limit. The service refuses a text in place of a number. */
const numberOrText = (_: string, value: unknown) =>
  typeof value === "number" && !Number.isFinite(value) ? String(value) : value;

/** Builds the request of an endpoint: path with parameters and query, headers, and body or file. */
export function buildRequest(
  id: EndpointId,
  { params = {}, query = {}, body, file }: AnyInput,
  idempotencyKey?: string,
): BuiltRequest {
  const { method, path } = endpointOf(id);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") search.set(name, String(value));
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (file !== undefined) headers["Content-Type"] = file.type;
  if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
  return {
    path: search.size === 0 ? filled : `${filled}?${search}`,
    init: {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body, numberOrText) }),
      ...(file === undefined ? {} : { body: file }),
    },
  };
}

import { type EndpointId, endpointOf } from "./endpoints";
import type { AnyInput } from "./types";

interface BuiltRequest {
  path: string;
  init: { method: string; headers: Record<string, string>; body?: string };
}

/** Builds the request of an endpoint: path with parameters and query, headers and body. */
export function buildRequest(
  id: EndpointId,
  { params = {}, query = {}, body }: AnyInput,
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
  if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
  return {
    path: search.size === 0 ? filled : `${filled}?${search}`,
    init: { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
  };
}

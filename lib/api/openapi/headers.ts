import type { Json } from "./schema-writer";

const text = (description: string, example: string) => ({
  description,
  schema: { type: "string" },
  example,
});

/** `components.headers`: the headers of responses. */
export const HEADERS: Json = {
  "X-Request-Id": text("Identifies this request in our logs.", "req_01k9x6k2v8e5t2v7w4y0z1a2b3"),
  "Retry-After": {
    description: "Seconds to wait before the next try.",
    schema: { type: "integer", minimum: 1 },
    example: 2,
  },
  "Idempotent-Replayed": {
    description:
      "Present if the idempotency key was used before. The response is that of the first request, or its object in the current state: see `idempotency-key` of the operation.",
    schema: { const: "true" },
  },
  "WWW-Authenticate": text("How to authenticate.", "Bearer"),
  Deprecation: text(
    "Present on deprecated operations: the date of deprecation (RFC 9745).",
    "@1795219200",
  ),
};

/** Returns references to headers, by name. */
export function headers(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";

/** The policy of responses that are not a page: no script, no frame, nothing is loaded. */
export const STRICT_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** A refusal in the API's envelope, for requests that never reach a route. */
export interface Refusal {
  status: number;
  code: string;
  /** The reason, for people. */
  text: string;
  headers?: Record<string, string>;
}

/** The headers and the body of a refusal. */
export function refusalOf({ code, text, headers }: Refusal) {
  const body = JSON.stringify({ status: "error", message: code, data: { error: text } });
  return {
    body,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": String(Buffer.byteLength(body)),
      "Cache-Control": "no-store",
      "Content-Security-Policy": STRICT_POLICY,
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": `req_${randomUUID()}`,
      ...headers,
    },
  };
}

/** Sends a refusal as the whole response. */
export function refuse(response: ServerResponse, refusal: Refusal): void {
  const { headers, body } = refusalOf(refusal);
  response.writeHead(refusal.status, headers);
  response.end(body);
}

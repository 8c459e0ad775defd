import { randomUUID } from "node:crypto";

/** Of answers that show nothing: no script, no frame, nothing loaded. */
export const STRICT_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * A refusal in the API's envelope, for what never reaches its routes.
 *
 * @typedef {object} Refusal
 * @property {number} status
 * @property {string} code
 * @property {string} text what is wrong, for people
 * @property {Record<string, string>} [headers]
 */

/** The headers and the body of a refusal. @param {Refusal} refusal */
export function refusalOf({ code, text, headers }) {
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

/** @param {import("node:http").ServerResponse} response @param {Refusal} refusal */
export function refuse(response, refusal) {
  const { headers, body } = refusalOf(refusal);
  response.writeHead(refusal.status, headers);
  response.end(body);
}

/**
 * Loaded into the server before everything else. Gives every answer its Content-Security-Policy. In a page only scripts
 * that carry this answer's nonce run, and what they load; answers of the API and files of the build load nothing. The framework takes the nonce from the policy in the request's headers,
 * which is otherwise set by middleware; here a request need not pass through any.
 */
import { randomBytes } from "node:crypto";
import { pathKind } from "./path-kind.mjs";
import { STRICT_POLICY } from "./refuse.mjs";
import { wrapListeners } from "./wrap-listeners.mjs";

const NONCE_BYTES = 16;

/** @param {string} nonce */
const policyOf = (nonce) =>
  [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // The places of menus and charts are written as styles of their elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/** @param {import("node:http").RequestListener} listener @returns {import("node:http").RequestListener} */
function protecting(listener) {
  return (request, response) => {
    if (pathKind(request.url ?? "") === "page") {
      const policy = policyOf(randomBytes(NONCE_BYTES).toString("base64"));
      request.headers["content-security-policy"] = policy;
      response.setHeader("Content-Security-Policy", policy);
    } else response.setHeader("Content-Security-Policy", STRICT_POLICY);
    return listener(request, response);
  };
}

wrapListeners(protecting);

import { randomBytes } from "node:crypto";
import type { Middleware } from "./middleware.ts";
import { pathKind } from "./path-kind.ts";
import { STRICT_POLICY } from "./refuse.ts";

const HEADER = "Content-Security-Policy";
const NONCE_BYTES = 16;

const pagePolicy = (nonce: string) =>
  [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // The positions of menus and charts are written as styles of their elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/**
 * Gives every response its Content-Security-Policy. In a page only scripts with this response's nonce run, and what these
 * load; responses of the API and files of the build load nothing. Next takes the nonce from the policy in the request's
 * headers.
 */
export const setContentSecurityPolicy: Middleware = (next) => (request, response) => {
  if (pathKind(request.url ?? "") === "page") {
    const policy = pagePolicy(randomBytes(NONCE_BYTES).toString("base64"));
    request.headers["content-security-policy"] = policy;
    response.setHeader(HEADER, policy);
  } else response.setHeader(HEADER, STRICT_POLICY);
  next(request, response);
};

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
    // Menus and charts are positioned by inline styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/**
 * Sets the Content-Security-Policy of every response. A page runs only scripts with the nonce of its response, and
 * scripts that these load; responses of the API and files of the build load nothing. Next reads the nonce from the
 * policy in the request's headers.
 */
export const setContentSecurityPolicy: Middleware = (next) => (request, response) => {
  if (pathKind(request.url ?? "") === "page") {
    const policy = pagePolicy(randomBytes(NONCE_BYTES).toString("base64"));
    request.headers["content-security-policy"] = policy;
    response.setHeader(HEADER, policy);
  } else response.setHeader(HEADER, STRICT_POLICY);
  next(request, response);
};

import type { Middleware } from "./middleware.ts";

const SECURITY_HEADERS = new Map([
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "no-referrer"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  // Browsers ignore this header without HTTPS.
  ["Strict-Transport-Security", "max-age=31536000"],
  ["Permissions-Policy", "camera=(), microphone=(), geolocation=()"],
]);

/** Sets the security headers of every response; no page may be framed. */
export const setSecurityHeaders: Middleware = (next) => (request, response) => {
  response.setHeaders(SECURITY_HEADERS);
  next(request, response);
};

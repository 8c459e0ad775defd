import type { IncomingMessage } from "node:http";
import type { Middleware } from "./middleware.ts";
import { pathKind } from "./path-kind.ts";
import { type Refusal, refuse } from "./refuse.ts";

const API_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
export const PAGE_METHODS = ["GET", "HEAD", "OPTIONS"];

const badRequest = (text: string): Refusal => ({ status: 400, code: "BAD_REQUEST", text });
const OLD_PROTOCOL = badRequest("Send the request as HTTP/1.1.");
const NO_HOST = badRequest("The request has no Host header.");
const several = (name: string) =>
  badRequest(`The request has more than one ${name} header. Send one.`);
const NO_PATH = badRequest("The target of the request is neither a path nor an http address.");

const notAllowed = (allowed: readonly string[]): Refusal => ({
  status: 405,
  code: "METHOD_NOT_ALLOWED",
  text: "This address does not take that method.",
  headers: { Allow: allowed.join(", ") },
});

/**
 * Headers that a request has once. Of two Node keeps the first one, or joins them to a value that nobody sent. A proxy may keep
 * another one, and then a payment that is repeated would have another idempotency key and be made again.
 */
const SENT_ONCE = ["Host", "Idempotency-Key", "Authorization", "Content-Type"];

/**
 * Returns the name of a header that was repeated, if any.
 * @param rawHeaders alternating names and values
 */
function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  const names = rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase());
  return SENT_ONCE.find((once) => {
    const name = once.toLowerCase();
    return names.indexOf(name) !== names.lastIndexOf(name);
  });
}

/** Returns the path of a target that is a complete URL; any other target unchanged. */
function pathOf(target: string): string {
  if (target.startsWith("/")) return target;
  const [origin] = /^https?:\/\/[^/?#]+/i.exec(target) ?? [];
  if (origin === undefined) return target;
  const rest = target.slice(origin.length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** Returns the refusal of a request; undefined if its first line and its Host header are valid. */
function refusalFor(request: IncomingMessage): Refusal | undefined {
  const { httpVersion, httpVersionMajor, headers, rawHeaders, url = "", method = "" } = request;
  if (httpVersionMajor < 1) return OLD_PROTOCOL;
  if (headers.host === undefined && httpVersion === "1.1") return NO_HOST;
  const repeated = repeatedHeader(rawHeaders);
  if (repeated !== undefined) return several(repeated);
  if (!url.startsWith("/")) return url === "*" ? notAllowed(["OPTIONS"]) : NO_PATH;
  const allowed = pathKind(url) === "api" ? API_METHODS : PAGE_METHODS;
  return allowed.includes(method) ? undefined : notAllowed(allowed);
}

/**
 * Refuses requests that Next handles wrongly (with a 500, an empty 400 or a redirect to the same address): methods that
 * no route supports, targets that are not a path, more than one Host, and protocols older than HTTP/1.0. RFC 9112,
 * sections 3.2 and 3.3. Also refuses other headers that must be sent once and are repeated.
 */
export const checkRequestLine: Middleware = (next) => (request, response) => {
  request.url = pathOf(request.url ?? "");
  if (request.url === "*" && request.method === "OPTIONS") {
    response.writeHead(204, { Allow: API_METHODS.join(", ") });
    response.end();
    return;
  }
  const refusal = refusalFor(request);
  if (refusal) refuse(response, refusal);
  else next(request, response);
};

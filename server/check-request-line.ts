import type { IncomingMessage } from "node:http";
import type { Middleware } from "./middleware.ts";
import { pathKind } from "./path-kind.ts";
import { type Refusal, refuse } from "./refuse.ts";

const API_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const PAGE_METHODS = ["GET", "HEAD", "OPTIONS"];

const badRequest = (text: string): Refusal => ({ status: 400, code: "BAD_REQUEST", text });
const OLD_PROTOCOL = badRequest("Send the request as HTTP/1.1.");
const NO_HOST = badRequest("The request has no Host header.");
const SEVERAL_HOSTS = badRequest("The request has more than one Host header. Send one.");
const NO_PATH = badRequest("The target of the request is neither a path nor an http address.");

const notAllowed = (allowed: readonly string[]): Refusal => ({
  status: 405,
  code: "METHOD_NOT_ALLOWED",
  text: "This address does not take that method.",
  headers: { Allow: allowed.join(", ") },
});

/** @param rawHeaders alternating names and values */
function hostCount(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.toLowerCase() === "host") count += 1;
  return count;
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
  const { httpVersion, httpVersionMajor, rawHeaders, url = "", method = "" } = request;
  if (httpVersionMajor < 1) return OLD_PROTOCOL;
  const hosts = hostCount(rawHeaders);
  if (hosts === 0 && httpVersion === "1.1") return NO_HOST;
  if (hosts > 1) return SEVERAL_HOSTS;
  if (!url.startsWith("/")) return url === "*" ? notAllowed(["OPTIONS"]) : NO_PATH;
  const allowed = pathKind(url) === "api" ? API_METHODS : PAGE_METHODS;
  return allowed.includes(method) ? undefined : notAllowed(allowed);
}

/**
 * Refuses requests that Next handles wrongly (with a 500, an empty 400 or a redirect to the same address): methods that
 * no route supports, targets that are not a path, more than one Host, and protocols older than HTTP/1.0. RFC 9112,
 * sections
 * 3.2 and 3.3.
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

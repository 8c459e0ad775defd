/**
 * Loaded into the server before everything else. Answers what the framework has no answer to (it gives a 500, an empty 400
 * or a redirect to the same address): methods that nothing here takes, targets that are no path, more than one Host, and
 * protocols older than HTTP/1.0. RFC 9112, sections 3.2 and 3.3.
 */
import { pathKind } from "./path-kind.mjs";
import { refuse } from "./refuse.mjs";
import { wrapListeners } from "./wrap-listeners.mjs";

const API_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const PAGE_METHODS = ["GET", "HEAD", "OPTIONS"];

const badRequest = (/** @type {string} */ text) => ({ status: 400, code: "BAD_REQUEST", text });
const OLD_PROTOCOL = badRequest("Send the request as HTTP/1.1.");
const NO_HOST = badRequest("The request has no Host header.");
const SEVERAL_HOSTS = badRequest("The request has more than one Host header. Send one.");
const NO_PATH = badRequest("The target of the request is neither a path nor an http address.");

/** @param {string[]} allowed */
const notAllowed = (allowed) => ({
  status: 405,
  code: "METHOD_NOT_ALLOWED",
  text: "This address does not take that method.",
  headers: { Allow: allowed.join(", ") },
});

/** @param {string[]} rawHeaders names and values by turns */
function hostCount(rawHeaders) {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.toLowerCase() === "host") count += 1;
  return count;
}

/** The path of a target that names the whole address; any other target as it is. @param {string} target */
function pathOf(target) {
  const [origin] = /^https?:\/\/[^/?#]+/i.exec(target) ?? [];
  if (origin === undefined) return target;
  const rest = target.slice(origin.length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** What is wrong with a request, besides its target. @param {import("node:http").IncomingMessage} request */
function faultOf({ httpVersion, httpVersionMajor, rawHeaders, url = "", method = "" }) {
  if (httpVersionMajor < 1) return OLD_PROTOCOL;
  const hosts = hostCount(rawHeaders);
  if (hosts === 0 && httpVersion === "1.1") return NO_HOST;
  if (hosts > 1) return SEVERAL_HOSTS;
  if (!url.startsWith("/")) return url === "*" ? notAllowed(["OPTIONS"]) : NO_PATH;
  const allowed = pathKind(url) === "api" ? API_METHODS : PAGE_METHODS;
  return allowed.includes(method) ? undefined : notAllowed(allowed);
}

wrapListeners((listener) => (request, response) => {
  request.url = pathOf(request.url ?? "");
  if (request.url === "*" && request.method === "OPTIONS") {
    response.writeHead(204, { Allow: API_METHODS.join(", ") });
    response.end();
    return;
  }
  const fault = faultOf(request);
  if (fault) refuse(response, fault);
  else listener(request, response);
});

/**
 * Loaded into the server before everything else. The framework answers a path whose percent-encoding is broken with a
 * bare 500, before any of our code sees it; here it is what it is, an address at which nothing stands.
 */
import { randomUUID } from "node:crypto";
import { wrapListeners } from "./wrap-listeners.mjs";

const notFound = JSON.stringify({
  status: "error",
  message: "NOT_FOUND",
  data: { error: "There is nothing at this address: its percent-encoding is broken." },
});

/** @param {string} url */
function isMalformed(url) {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return false;
  } catch {
    return true;
  }
}

/** @param {import("node:http").RequestListener} listener @returns {import("node:http").RequestListener} */
function guarded(listener) {
  return (request, response) => {
    if (!isMalformed(request.url ?? "")) return listener(request, response);
    response.writeHead(404, {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Request-Id": `req_${randomUUID()}`,
    });
    response.end(notFound);
  };
}

wrapListeners(guarded);

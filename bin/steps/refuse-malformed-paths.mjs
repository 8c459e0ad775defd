/**
 * Loaded into the server before everything else. The framework answers a path whose percent-encoding is broken with a
 * bare 500, before any of our code sees it; here it is what it is, an address at which nothing stands.
 */
import { refuse } from "./refuse.mjs";
import { wrapListeners } from "./wrap-listeners.mjs";

const refusal = {
  status: 404,
  code: "NOT_FOUND",
  text: "There is nothing at this address: its percent-encoding is broken.",
};

/** @param {string} url */
function isMalformed(url) {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return false;
  } catch {
    return true;
  }
}

wrapListeners((listener) => (request, response) => {
  if (isMalformed(request.url ?? "")) refuse(response, refusal);
  else listener(request, response);
});

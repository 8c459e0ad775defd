/**
 * Loaded into the server before everything else. The framework's own scripts name in a header what a page shows already, so
 * that only the rest is sent. Where that header does not parse the framework answers 500; without it, it sends the whole page.
 */
import { createRequire } from "node:module";
import { wrapListeners } from "./wrap-listeners.mjs";

const HEADER = "next-router-state-tree";
const require = createRequire(import.meta.url);
/** The framework's own check: what passes it is what the framework takes. Loaded when the first such header comes. */
const PARSER = "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

/** @param {string | string[] | undefined} value */
function isTaken(value) {
  try {
    require(PARSER).parseAndValidateFlightRouterState(value);
    return true;
  } catch {
    return false;
  }
}

wrapListeners((listener) => (request, response) => {
  const { headers } = request;
  if (headers[HEADER] !== undefined && !isTaken(headers[HEADER])) delete headers[HEADER];
  return listener(request, response);
});

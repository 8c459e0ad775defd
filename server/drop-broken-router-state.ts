import { createRequire } from "node:module";
import type { Middleware } from "./middleware.ts";

const HEADER = "next-router-state-tree";
const require = createRequire(import.meta.url);
/** Next's own parser of the router state. Loaded when the first such header arrives. */
const PARSER = "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

function isAccepted(value: string | string[]): boolean {
  try {
    require(PARSER).parseAndValidateFlightRouterState(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * Removes a malformed router state. Next's scripts send in this header the parts that a page already shows, so that
 * Next sends only the others. Next responds 500 if the header does not parse, and sends the whole page without the
 * header.
 */
export const dropBrokenRouterState: Middleware = (next) => (request, response) => {
  const state = request.headers[HEADER];
  if (state !== undefined && !isAccepted(state)) delete request.headers[HEADER];
  next(request, response);
};

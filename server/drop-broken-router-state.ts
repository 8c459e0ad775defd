import { createRequire } from "node:module";
import type { Middleware } from "./middleware.ts";

const HEADER = "next-router-state-tree";
const require = createRequire(import.meta.url);
/** Next's own check: Next accepts what passes it. Loaded when the first such header arrives. */
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
 * Removes a malformed router state. Next's scripts name in this header what a page shows already, so that only the rest is
 * sent. If the header does not parse, Next answers 500; without it, Next sends the whole page.
 */
export const dropBrokenRouterState: Middleware = (next) => (request, response) => {
  const state = request.headers[HEADER];
  if (state !== undefined && !isAccepted(state)) delete request.headers[HEADER];
  next(request, response);
};

import type { Middleware } from "./middleware.ts";
import { type Refusal, refuse } from "./refuse.ts";

const REFUSAL: Refusal = {
  status: 404,
  code: "NOT_FOUND",
  text: "There is nothing at this address: its percent-encoding is broken.",
};

function isMalformed(url: string): boolean {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return false;
  } catch {
    return true;
  }
}

/**
 * Responds 404 to a path with a malformed percent-encoding. Next responds with an empty 500 before it calls a route.
 */
export const refuseMalformedPaths: Middleware = (next) => (request, response) => {
  if (isMalformed(request.url ?? "")) refuse(response, REFUSAL);
  else next(request, response);
};

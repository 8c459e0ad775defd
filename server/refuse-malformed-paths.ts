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

/** Answers 404 to a path whose percent-encoding is broken. Next answers a bare 500 before any route sees it. */
export const refuseMalformedPaths: Middleware = (next) => (request, response) => {
  if (isMalformed(request.url ?? "")) refuse(response, REFUSAL);
  else next(request, response);
};

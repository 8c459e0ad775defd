import { PAGE_METHODS } from "./check-request-line.ts";
import type { Middleware } from "./middleware.ts";
import { pathKind } from "./path-kind.ts";

/** Answers OPTIONS of pages and files of the build with their methods. Next answers 400 without a body. */
export const answerOptions: Middleware = (next) => (request, response) => {
  if (request.method !== "OPTIONS" || pathKind(request.url ?? "") === "api")
    return next(request, response);
  response.writeHead(204, { Allow: PAGE_METHODS.join(", ") });
  response.end();
};

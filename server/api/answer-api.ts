import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { PublishedApi } from "../../lib/kernel/api-routes.ts";
import type { Middleware } from "../middleware.ts";
import { refuse } from "../refuse.ts";
import { endUnread } from "./end-unread.ts";
import { handlerOf } from "./handler-of.ts";
import { routeTable } from "./route-table.ts";
import { sendResponse } from "./send-response.ts";
import { ServedRequest } from "./served-request.ts";

/** API paths without percent-encoding and empty segments. All other spellings are left to Next. */
const PLAIN_PATH = /^\/api(?:\/[\w~-][\w.~-]*)*\/?$/;

const FAULT = {
  status: 500,
  code: "INTERNAL_ERROR",
  text: "Something went wrong on our side.",
};

function onFault(error: unknown, response: ServerResponse, { logFault }: PublishedApi): void {
  logFault(error);
  if (response.headersSent) response.destroy();
  else refuse(response, FAULT);
}

const isHttps = ({ headers }: IncomingMessage) =>
  headers["x-forwarded-proto"]?.includes("https") === true;

/**
 * Answers requests of the API by calling the handlers of its route modules. Next answers the same requests with the same
 * handlers, at a multiple of the cost: docs/decisions/0057-own-server.md.
 *
 * @param host where the server is reached, with its port
 */
export function answerApi(api: PublishedApi, host: string): Middleware {
  const find = routeTable(api.routes);
  const answer: RequestListener = async (message, response) => {
    try {
      const path = message.url?.split("?", 1)[0] ?? "";
      const route = find(path);
      if (!route) throw new Error(`No route answers ${path}: /api/[[...rest]] is missing.`);
      const scheme = isHttps(message) ? "https" : "http";
      const request = new ServedRequest(`${scheme}://${host}`, message, response);
      const handler = handlerOf(route.module, request.method);
      const context = { params: Promise.resolve(route.params) };
      await sendResponse(await handler(request, context), response);
    } catch (error) {
      onFault(error, response, api);
    }
  };
  return (next) => (request, response) => {
    const path = request.url?.split("?", 1)[0] ?? "";
    if (PLAIN_PATH.test(path)) return answer(request, response);
    // Next sends responses of the API too, at other spellings of their paths.
    endUnread(response);
    next(request, response);
  };
}

import type { RequestListener } from "node:http";

/** A concern of the server: responds to a request itself, or changes it and passes it on. */
export type Middleware = (next: RequestListener) => RequestListener;

/** Combines middlewares into one listener. They receive a request in their order, `last` after all of them. */
export function chain(middlewares: readonly Middleware[], last: RequestListener): RequestListener {
  return middlewares.reduceRight((next, wrap) => wrap(next), last);
}

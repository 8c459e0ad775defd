import type { RequestListener } from "node:http";

/** One concern of the server: answers a request itself, or changes it and passes it on. */
export type Middleware = (next: RequestListener) => RequestListener;

/** One listener out of middlewares; the first one sees a request first, `last` sees what all of them passed on. */
export function chain(middlewares: readonly Middleware[], last: RequestListener): RequestListener {
  return middlewares.reduceRight((next, wrap) => wrap(next), last);
}

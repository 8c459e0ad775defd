import { perProcess } from "./per-process.ts";

/** The route modules of the API by pattern, like `/api/cards/[id]`. */
export type ApiRoutes = Readonly<Record<string, Partial<Record<string, unknown>>>>;

const published = perProcess("apiRoutes", () => ({ routes: undefined as ApiRoutes | undefined }));

/** Hands the API's route modules, which are part of the build, to our server, which is not. */
export function publishRoutes(routes: ApiRoutes): void {
  published.routes = routes;
}

/** The route modules that the build has published; undefined before it was loaded. */
export function publishedRoutes(): ApiRoutes | undefined {
  return published.routes;
}

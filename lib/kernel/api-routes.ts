import { perProcess } from "./per-process.ts";

/** The route modules of the API by pattern, like `/api/cards/[id]`. */
export type ApiRoutes = Readonly<Record<string, Partial<Record<string, unknown>>>>;

/** What our server needs of the build. */
export interface PublishedApi {
  routes: ApiRoutes;
  /** Logs an error that no handler has turned into a response, such as that of a stream. */
  logFault: (error: unknown) => void;
}

const published = perProcess("apiRoutes", () => ({ api: undefined as PublishedApi | undefined }));

/** Hands the API's route modules and the log, which are part of the build, to our server, which is not. */
export function publishApi(api: PublishedApi): void {
  published.api = api;
}

/** What the build has published; undefined before it was loaded. */
export function publishedApi(): PublishedApi | undefined {
  return published.api;
}

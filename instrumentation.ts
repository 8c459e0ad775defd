/** Once, before the server takes requests: the settings are checked, the routes published, and the background work begins. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startBackground } = await import("./lib/operations/scheduler/start-background");
  const { ALL_JOBS } = await import("./lib/operations/health/all-jobs");
  const { startLive } = await import("./lib/operations/live/start-live");
  const { publishRoutes } = await import("./lib/kernel/api-routes");
  const { routes } = await import("./server/generated/routes");
  startBackground(ALL_JOBS);
  startLive();
  publishRoutes(routes);
}

/** Once, before the server takes requests: the settings are checked, the routes published, and the background work begins. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startBackground } = await import("./lib/operations/scheduler/start-background");
  const { ALL_JOBS } = await import("./lib/operations/health/all-jobs");
  const { env } = await import("./lib/kernel/env");
  const { openConnectionsEarly } = await import("./lib/db/open-connections-early");
  const { startTracing } = await import("./lib/kernel/tracing/start-tracing");
  const { startLive } = await import("./lib/operations/live/start-live");
  const { publishApi } = await import("./lib/kernel/api-routes");
  const { logFault } = await import("./lib/http/log-fault");
  const { routes } = await import("./server/generated/routes");
  void openConnectionsEarly();
  startBackground(ALL_JOBS);
  await startTracing(env());
  startLive();
  publishApi({ routes, logFault });
}

/** Once, before the server takes requests: the settings are checked and the background work begins. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startBackground } = await import("./lib/operations/scheduler/start-background");
  const { startLive } = await import("./lib/operations/live/start-live");
  startBackground();
  startLive();
}

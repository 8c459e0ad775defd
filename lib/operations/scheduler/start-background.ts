import { beforeExit } from "@/lib/kernel/before-exit";
import { onEventsCommitted } from "@/lib/kernel/committed-events";
import { type Env, env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { requestLog } from "@/lib/request-log/request-log";
import { dispatcher } from "@/lib/webhooks/delivery/dispatcher";
import { JOBS } from "./jobs";
import { startScheduler } from "./start-scheduler";

/** Exits when the settings are wrong; otherwise the server would start and fail at each request. */
function settingsOrExit(): Env {
  try {
    return env();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Starts the background work. Returns a function that stops it. */
function startWork(): () => void {
  const scheduler = startScheduler(JOBS);
  const webhooks = dispatcher();
  onEventsCommitted(() => webhooks.wake());
  // Delivers events that were committed while no process was running.
  webhooks.wake();
  log().info({ jobs: JOBS.map(({ name }) => name) }, "background work started");
  return () => void Promise.all([webhooks.stop(), scheduler.stop()]);
}

/**
 * Checks the settings, and starts the background work of this process unless an outside scheduler does it. When the
 * process ends, it writes its pending request log.
 */
export function startBackground(): void {
  const stopWork = settingsOrExit().SCHEDULER === "off" ? undefined : startWork();
  beforeExit(() => requestLog().flush());
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stopWork?.());
}

import { onEventsCommitted } from "@/lib/kernel/committed-events";
import { type Env, env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { requestLog } from "@/lib/request-log/request-log";
import { dispatcher } from "@/lib/webhooks/delivery/dispatcher";
import { exitAfter } from "./exit-after";
import { JOBS } from "./jobs";
import { startScheduler } from "./start-scheduler";

/** A server with wrong settings would start all the same and fail at each request: it ends here instead. */
function settingsOrExit(): Env {
  try {
    return env();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Begins what the service does by itself. Answers with how to end it. */
function startWork(): () => void {
  const scheduler = startScheduler(JOBS);
  const webhooks = dispatcher();
  onEventsCommitted(() => webhooks.wake());
  // What was committed while no process was there.
  webhooks.wake();
  log().info({ jobs: JOBS.map(({ name }) => name) }, "background work started");
  return () => void Promise.all([webhooks.stop(), scheduler.stop()]);
}

/**
 * Checks the settings, and starts the background work of this process unless an outside scheduler does it. At its end the
 * process writes its request log.
 */
export function startBackground(): void {
  const stopWork = settingsOrExit().SCHEDULER === "off" ? undefined : startWork();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      stopWork?.();
      exitAfter(() => requestLog().flush());
    });
  }
}

import { onEventsCommitted } from "@/lib/committed-events";
import { type Env, env } from "@/lib/env";
import { log } from "@/lib/log";
import { dispatcher } from "@/lib/webhooks/delivery/dispatcher";
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

/** Checks the settings, and starts the background work of this process unless an outside scheduler does it. */
export function startBackground(): void {
  if (settingsOrExit().SCHEDULER === "off") return;
  const scheduler = startScheduler(JOBS);
  const webhooks = dispatcher();
  onEventsCommitted(() => webhooks.wake());
  // What was committed while no process was there.
  webhooks.wake();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => void Promise.all([webhooks.stop(), scheduler.stop()]));
  }
  log().info({ jobs: JOBS.map(({ name }) => name) }, "background work started");
}

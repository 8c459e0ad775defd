import { beforeExit } from "@/lib/kernel/before-exit";
import { onEventsCommitted } from "@/lib/kernel/committed-events";
import { type Env, env, readEnv } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { simulatedInProduction } from "@/lib/kernel/missing-providers";
import { onProviderNote } from "@/lib/kernel/provider-calls";
import { ProviderReporter } from "@/lib/operations/providers/provider-reporter";
import { requestLog } from "@/lib/request-log/request-log";
import { dispatcher } from "@/lib/webhooks/delivery/dispatcher";
import type { Job } from "./job";
import { startScheduler } from "./start-scheduler";

/** Exits when the settings are wrong; otherwise the server would start and fail at each request. */
function settingsOrExit(): Env {
  try {
    readEnv(process.env, simulatedInProduction);
    return env();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Starts the background work. Returns a function that stops it. */
function startWork(jobs: readonly Job[]): () => void {
  const scheduler = startScheduler(jobs);
  const webhooks = dispatcher();
  onEventsCommitted(() => webhooks.wake());
  // Delivers events that were committed while no process was running.
  webhooks.wake();
  log().info({ jobs: jobs.map(({ name }) => name) }, "background work started");
  return () => void Promise.all([webhooks.stop(), scheduler.stop()]);
}

/**
 * Checks the settings, and starts the background work of this process unless an outside scheduler does it. When the
 * process ends, it writes its pending request log and its notes about providers.
 */
export function startBackground(jobs: readonly Job[]): void {
  const stopWork = settingsOrExit().SCHEDULER === "off" ? undefined : startWork(jobs);
  const reporter = new ProviderReporter();
  onProviderNote((note) => reporter.add(note));
  beforeExit(() => Promise.all([requestLog().flush(), reporter.flush()]));
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stopWork?.());
}

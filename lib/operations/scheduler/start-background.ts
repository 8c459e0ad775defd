import { setTimeout as sleep } from "node:timers/promises";
import { beforeExit } from "@/lib/kernel/before-exit";
import { onEventsCommitted } from "@/lib/kernel/committed-events";
import { type Env, env, readEnv } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { onProviderNote } from "@/lib/kernel/provider-calls";
import { shareRates } from "@/lib/kernel/rate-limit";
import { simulatedInProduction } from "@/lib/kernel/settings/missing-providers";
import { onShutdown } from "@/lib/kernel/shutdown";
import { ProviderReporter } from "@/lib/operations/providers/provider-reporter";
import { leaseRates } from "@/lib/operations/rates/store";
import { requestLog } from "@/lib/request-log/request-log";
import { dispatcher } from "@/lib/webhooks/delivery/dispatcher";
import { DueNotifier, onDueEvents } from "@/lib/webhooks/delivery/due-notices";
import { exitWithOtherKeys } from "./check-keys";
import type { Job } from "./job";
import { startScheduler } from "./start-scheduler";
import { wakeOnChanges } from "./wake-on-changes";

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

type Stop = () => unknown;

/** How long the exit waits for the current steps of background work, which may be cut at any moment. */
const LAST_STEPS_MS = 1_000;

/** Subscribes to the work that other processes announce. Returns the function that ends the subscriptions. */
function subscribeToOtherProcesses(
  jobs: readonly Job[],
  scheduler: ReturnType<typeof startScheduler>,
  wakeWebhooks: () => void,
): Stop {
  // Any process announces the events that it commits while it shuts down.
  const ends = [onDueEvents(wakeWebhooks)];
  if (env().SERVICE_ROLE === "worker") ends.push(wakeOnChanges(jobs, scheduler));
  return () => {
    for (const end of ends) end();
  };
}

/** Starts the background work. Returns a function that stops it, and resolves when the current steps have ended. */
function startWork(jobs: readonly Job[]): Stop {
  const scheduler = startScheduler(jobs);
  const webhooks = dispatcher();
  onEventsCommitted(() => webhooks.wake());
  // Delivers events that were committed while no process was running.
  webhooks.wake();
  const unsubscribe = subscribeToOtherProcesses(jobs, scheduler, () => webhooks.wake());
  log().info({ jobs: jobs.map(({ name }) => name) }, "background work started");
  return () => {
    unsubscribe();
    announceToWorkers();
    return Promise.all([webhooks.stop(), scheduler.stop()]);
  };
}

/** Announces committed events to the processes with dispatchers: this one has none, or has stopped it. */
function announceToWorkers(): Stop {
  const notifier = new DueNotifier();
  onEventsCommitted(() => notifier.request());
  beforeExit(() => notifier.stop());
  return () => undefined;
}

function startRole({ SERVICE_ROLE: role, SCHEDULER }: Env, jobs: readonly Job[]): Stop {
  if (role === "web") return announceToWorkers();
  void exitWithOtherKeys();
  return SCHEDULER === "off" ? () => dispatcher().stop() : startWork(jobs);
}

/** Stops the background work when the process begins to shut down. */
function stopInTime(stopWork: Stop): void {
  onShutdown(() => {
    const stopped = Promise.resolve(stopWork());
    beforeExit(() => Promise.race([stopped, sleep(LAST_STEPS_MS, undefined, { ref: false })]));
  });
}

/**
 * Checks the settings, and starts the background work of this process: none in a web process, and none if an outside
 * scheduler calls the routes of a worker. Source: docs/decisions/0089-roles-of-processes.md. From now on the rate limits
 * hold over all processes. When the process ends, it writes its pending request log and its notes about providers.
 */
export function startBackground(jobs: readonly Job[]): void {
  shareRates(leaseRates);
  stopInTime(startRole(settingsOrExit(), jobs));
  const reporter = new ProviderReporter();
  onProviderNote((note) => reporter.add(note));
  beforeExit(() => Promise.all([requestLog().flush(), reporter.flush()]));
}

import { listOpenAlerts } from "@/lib/alerts/store";
import { now } from "@/lib/clock";
import { JOBS } from "@/lib/scheduler/jobs";
import { knownMigrations } from "../known-migrations";
import { readDatabaseState } from "../store";
import type { JobFacts, ServiceState } from "./service-state";
import {
  readChains,
  readDatabase,
  readDeliveries,
  readJobRuns,
  readTroubledEndpoints,
  readWithdrawals,
} from "./store";

const MAX_ALERTS = 100;
const MAX_ENDPOINTS = 50;

/** Every job that there is, those too that never ran. */
async function readJobs(): Promise<JobFacts[]> {
  const runs = new Map((await readJobRuns()).map((run) => [run.name, run]));
  const never = {
    startedAt: null,
    durationMs: null,
    result: {},
    succeededAt: null,
    failingSince: null,
    failure: null,
  };
  return JOBS.map(({ name, everyMs }) => ({ ...never, ...runs.get(name), name, everyMs }));
}

async function readPendingMigrations(): Promise<string[]> {
  const { applied } = await readDatabaseState();
  return knownMigrations().filter((name) => !applied.includes(name));
}

/** How the service is, as far as its database tells. No network is asked. */
export async function readServiceState(): Promise<ServiceState> {
  const at = now();
  const [database, pendingMigrations, chains, counts, endpoints, jobs, withdrawals, alerts] =
    await Promise.all([
      readDatabase(),
      readPendingMigrations(),
      readChains(),
      readDeliveries(at),
      readTroubledEndpoints(MAX_ENDPOINTS),
      readJobs(),
      readWithdrawals(),
      listOpenAlerts(MAX_ALERTS),
    ]);
  return {
    at,
    database: { ...database, pendingMigrations },
    chains,
    deliveries: { ...counts, endpoints },
    jobs,
    withdrawals,
    alerts,
  };
}

import { listOpenAlerts } from "@/lib/alerts/store";
import { lostSettings } from "@/lib/db/connection-settings";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { missingProviders } from "@/lib/kernel/missing-providers";
import { JOBS } from "@/lib/operations/scheduler/jobs";
import { missingMigrations } from "../missing-migrations";
import { readDatabaseState } from "../store";
import { currentWriteFault } from "../write-fault";
import type { DatabaseFacts, JobFacts, ServiceState } from "./service-state";
import {
  readChains,
  readDatabase,
  readDeliveries,
  readHeldDeposits,
  readJobRuns,
  readTroubledEndpoints,
  readWithdrawals,
} from "./store";

const MAX_ALERTS = 100;
const MAX_ENDPOINTS = 50;

/** Reads every job, including those that never ran. */
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

async function readWholeDatabase(): Promise<DatabaseFacts> {
  const [facts, { isReadOnly, applied, settings }, writeFault = null] = await Promise.all([
    readDatabase(),
    readDatabaseState(),
    currentWriteFault(),
  ]);
  const isRequired = env().DATABASE_SYNC_REPLICATION === "required";
  return {
    ...facts,
    isReadOnly,
    pendingMigrations: missingMigrations(applied),
    lostSettings: lostSettings(settings) ?? null,
    writeFault,
    replication: { ...facts.replication, isRequired },
  };
}

/** Reads the service's state from the database. Makes no network request to other services. */
export async function readServiceState(): Promise<ServiceState> {
  const at = now();
  const [database, chains, counts, endpoints, jobs, withdrawals, heldDeposits, alerts] =
    await Promise.all([
      readWholeDatabase(),
      readChains(),
      readDeliveries(at),
      readTroubledEndpoints(MAX_ENDPOINTS),
      readJobs(),
      readWithdrawals(),
      readHeldDeposits(),
      listOpenAlerts(MAX_ALERTS),
    ]);
  return {
    at,
    database,
    chains,
    deliveries: { ...counts, endpoints },
    jobs,
    withdrawals,
    heldDeposits,
    alerts,
    missingProviders: missingProviders(env()),
  };
}

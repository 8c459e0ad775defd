import { readBooksTurnMs } from "@/lib/accounting/checks/book-places";
import { countOpenAlerts, listOpenAlerts } from "@/lib/alerts/store";
import { countDisputes } from "@/lib/cards/disputes/console/store";
import { lostSettings } from "@/lib/db/connection-settings";
import { readClockOffsetS } from "@/lib/db/read-clock";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { perProcess } from "@/lib/kernel/per-process";
import { missingProviders } from "@/lib/kernel/settings/missing-providers";
import { channelsOn } from "@/lib/notifications/outbox/channels";
import { countMessages } from "@/lib/notifications/outbox/sql-store";
import { findList } from "@/lib/withdrawals/screening/sql-store";
import { ALL_JOBS } from "../all-jobs";
import { missingMigrations } from "../missing-migrations";
import { readDatabaseState } from "../store";
import { currentWriteFault } from "../write-fault";
import { readCardIssuer } from "./card-issuer";
import { chainsOn } from "./chains-on";
import type { DatabaseFacts, JobFacts, SanctionsFacts, ServiceState } from "./service-state";
import {
  readChains,
  readDatabase,
  readDeliveries,
  readHeldDeposits,
  readIssuerEvents,
  readJobRuns,
  readProviders,
  readTroubledEndpoints,
  readWithdrawals,
} from "./store";

const MAX_ALERTS = 100;
const MAX_ENDPOINTS = 50;

/** Since when this process knows of each job that never ran. The database does not say when the service was installed. */
const neverRanSince = () => perProcess("never-ran-since", () => new Map<string, Date>());

/** Reads every job, including those that never ran. */
async function readJobs(at: Date): Promise<JobFacts[]> {
  const runs = new Map((await readJobRuns()).map((run) => [run.name, run]));
  const never = {
    startedAt: null,
    durationMs: null,
    result: {},
    succeededAt: null,
    failingSince: null,
    failure: null,
  };
  const seen = neverRanSince();
  return ALL_JOBS.map(({ name, everyMs }) => {
    const run = runs.get(name);
    if (run) return { ...run, name, everyMs };
    seen.set(name, seen.get(name) ?? at);
    return { ...never, name, everyMs, neverRanSince: seen.get(name) };
  });
}

async function readSanctions(): Promise<SanctionsFacts | null> {
  if (env().SANCTIONS_LIST === undefined) return null;
  const list = await findList();
  return {
    addresses: list?.addressCount ?? 0,
    sha256: list?.sha256 ?? null,
    fetchedAt: list?.fetchedAt ?? null,
  };
}

async function readWholeDatabase(): Promise<DatabaseFacts> {
  const [
    { closedAheadS, ...facts },
    offsetS,
    { isReadOnly, applied, settings },
    writeFault = null,
  ] = await Promise.all([
    readDatabase(),
    readClockOffsetS(),
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
    clocks: { offsetS, closedAheadS },
    replication: { ...facts.replication, isRequired },
  };
}

/** Reads the service's state from the database. Makes no network request to other services. */
export async function readServiceState(): Promise<ServiceState> {
  const at = now();
  const on = chainsOn();
  const [
    database,
    chains,
    counts,
    endpoints,
    jobs,
    withdrawals,
    heldDeposits,
    disputes,
    issuerEvents,
    messages,
    providers,
    cardIssuer,
    sanctions,
    alerts,
    alertCounts,
    booksTurnMs = null,
  ] = await Promise.all([
    readWholeDatabase(),
    readChains(on),
    readDeliveries(at),
    readTroubledEndpoints(MAX_ENDPOINTS),
    readJobs(at),
    readWithdrawals(),
    readHeldDeposits(),
    countDisputes(at),
    readIssuerEvents(),
    countMessages(channelsOn(), at),
    readProviders(),
    readCardIssuer(),
    readSanctions(),
    listOpenAlerts(MAX_ALERTS),
    countOpenAlerts(),
    readBooksTurnMs(at),
  ]);
  return {
    at,
    database,
    booksTurnMs,
    chains,
    isAnyChainOn: on.length > 0,
    deliveries: { ...counts, endpoints },
    jobs,
    withdrawals,
    heldDeposits,
    disputes,
    issuerEvents,
    messages,
    providers,
    cardIssuer,
    sanctions,
    alerts,
    alertCounts,
    missingProviders: missingProviders(env()),
  };
}

import { KEEP_SETTINGS, lostSettings, poolerRefusal } from "@/lib/db/connection-settings";
import { errorCodeOf } from "@/lib/kernel/error-code";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { withDeadline } from "@/lib/kernel/with-deadline";
import { missingMigrations } from "./missing-migrations";
import { readProviders } from "./state/store";
import { type DatabaseState, readDatabaseState } from "./store";
import { currentWriteFault } from "./write-fault";

/** Shorter than a balancer waits. Some of the statements would wait for the end of an outage. */
const ANSWER_WITHIN_MS = 3_000;
/** PostgreSQL's codes for a missing table and a missing role. */
const NEVER_MIGRATED = new Set(["42P01", "22023"]);

/** A short reason why the service is not ready; undefined when it is. */
type Unreadiness = string | undefined;

/** An outside provider, as an unauthenticated caller may see it: without texts of failures. */
interface ProviderReadiness {
  provider: string;
  succeededAt: Date | null;
  /** Since when the provider has not answered; null while it answers. */
  failingSince: Date | null;
  callbackAt: Date | null;
  callbackLagMs: number | null;
}

interface Readiness {
  unreadiness: Unreadiness;
  providers: ProviderReadiness[];
}

function lackOf(applied: string[]): Unreadiness {
  const pending = missingMigrations(applied);
  if (pending.length === 0) return undefined;
  return `The database lacks these migrations: ${pending.join(", ")}. Apply them: npm run migrate`;
}

function unreadinessOf({ isReadOnly, applied, settings }: DatabaseState): Unreadiness {
  const lost = lostSettings(settings);
  const readOnly = isReadOnly ? "The database is read-only." : undefined;
  return lackOf(applied) ?? (lost ? `${lost} ${KEEP_SETTINGS}` : readOnly);
}

/** Whether the connection that returned this state may be used again. */
const isFit = (state: DatabaseState) => unreadinessOf(state) === undefined;

async function providersNow(): Promise<ProviderReadiness[]> {
  const providers = await readProviders();
  return providers.map(({ provider, succeededAt, failingSince, callbackAt, callbackLagMs }) => ({
    ...{ provider, succeededAt, failingSince, callbackAt, callbackLagMs },
  }));
}

function unreadinessOfFailure(error: unknown): Unreadiness {
  if (NEVER_MIGRATED.has(errorCodeOf(error) ?? "")) return lackOf([]);
  log().warn({ failure: errorFields(error) }, "the database does not answer");
  return poolerRefusal(error) ?? "The database does not answer.";
}

async function readNow(): Promise<Readiness> {
  const state = await readDatabaseState(isFit);
  const unreadiness = unreadinessOf(state) ?? (await currentWriteFault());
  return { unreadiness, providers: unreadiness === undefined ? await providersNow() : [] };
}

function failLate(): never {
  throw new Error("no answer in time");
}

async function check(): Promise<Readiness> {
  try {
    return await withDeadline(readNow(), ANSWER_WITHIN_MS, failLate);
  } catch (error) {
    return { unreadiness: unreadinessOfFailure(error), providers: [] };
  }
}

const running = perProcess("readinessCheck", () => ({
  check: undefined as Promise<Readiness> | undefined,
}));

/**
 * Checks that the database responds, accepts writes, has every migration and applied our connection settings. A full
 * disk is detected by the requests that fail because of it (write-fault.ts). Concurrent calls share one check.
 */
export function checkReadiness(): Promise<Readiness> {
  running.check ??= check().finally(() => {
    running.check = undefined;
  });
  return running.check;
}

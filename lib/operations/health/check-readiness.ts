import { KEEP_SETTINGS, lostSettings, poolerRefusal } from "@/lib/db/connection-settings";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { missingMigrations } from "./missing-migrations";
import { type DatabaseState, readDatabaseState } from "./store";
import { currentWriteFault } from "./write-fault";

const ANSWER_WITHIN_MS = 3_000;
/** PostgreSQL's codes for a missing table and a missing role. */
const NEVER_MIGRATED = new Set(["42P01", "22023"]);

/** A short reason why the service is not ready; undefined when it is. */
export type Unreadiness = string | undefined;

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
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

async function stateInTime(): Promise<DatabaseState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, ANSWER_WITHIN_MS, new Error("no answer in time"));
  });
  try {
    return await Promise.race([readDatabaseState(isFit), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function check(): Promise<Unreadiness> {
  try {
    return unreadinessOf(await stateInTime()) ?? (await currentWriteFault());
  } catch (error) {
    const code = codeOf(error);
    if (NEVER_MIGRATED.has(code)) return lackOf([]);
    log().warn({ failure: errorFields(error) }, "the database does not answer");
    return poolerRefusal(error) ?? "The database does not answer.";
  }
}

const running = perProcess("readinessCheck", () => ({
  check: undefined as Promise<Unreadiness> | undefined,
}));

/**
 * Checks that the database responds, accepts writes, has every migration and applied our connection settings. A full
 * disk is detected by the requests that fail because of it (write-fault.ts). Concurrent calls share one check.
 */
export function checkReadiness(): Promise<Unreadiness> {
  running.check ??= check().finally(() => {
    running.check = undefined;
  });
  return running.check;
}

import { errorFields, log } from "@/lib/log";
import { missingMigrations } from "./missing-migrations";
import { type DatabaseState, readDatabaseState } from "./store";

const ANSWER_WITHIN_MS = 3_000;
/** A table or the application's role is not there: PostgreSQL's codes for both. */
const NEVER_MIGRATED = new Set(["42P01", "22023"]);

/** Why the service cannot serve, in short words; undefined when it can. */
export type Unreadiness = string | undefined;

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function unreadinessOf({ isReadOnly, applied }: DatabaseState): Unreadiness {
  const pending = missingMigrations(applied);
  if (pending.length > 0)
    return `The database lacks these migrations: ${pending.join(", ")}. Apply them: npm run migrate`;
  if (isReadOnly) return "The database is read-only.";
  return undefined;
}

async function stateInTime(): Promise<DatabaseState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, ANSWER_WITHIN_MS, new Error("no answer in time"));
  });
  try {
    return await Promise.race([readDatabaseState(), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function check(): Promise<Unreadiness> {
  try {
    return unreadinessOf(await stateInTime());
  } catch (error) {
    if (NEVER_MIGRATED.has(codeOf(error))) return unreadinessOf({ isReadOnly: false, applied: [] });
    log().warn({ failure: errorFields(error) }, "the database does not answer");
    return "The database does not answer.";
  }
}

let current: Promise<Unreadiness> | undefined;

/** Whether the database answers, takes writes and has every migration. However many ask at once, it is asked once. */
export function checkReadiness(): Promise<Unreadiness> {
  current ??= check().finally(() => {
    current = undefined;
  });
  return current;
}

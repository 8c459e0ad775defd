/** Thrown when a migration fails in PostgreSQL, with its name, the line and PostgreSQL's message. */
export class MigrationFailed extends Error {
  override readonly name = "MigrationFailed";

  readonly migrationName: string | undefined;
  /** Whether another transaction kept a lock that the migration needs; nothing of the migration was applied. */
  readonly isLockTimeout: boolean;

  constructor(migrationName: string | undefined, script: string, cause: unknown) {
    super(describe(migrationName, script, cause), { cause });
    this.migrationName = migrationName;
    this.isLockTimeout = isLockTimeout(cause);
  }
}

const isLockTimeout = (cause: unknown) =>
  cause instanceof Error && "code" in cause && cause.code === "55P03";

const LOCKED =
  " Another transaction keeps a lock on the table: find it in pg_stat_activity, end it, and migrate again.";

function describe(migrationName: string | undefined, script: string, cause: unknown): string {
  const what = migrationName === undefined ? "A script" : `Migration ${migrationName}`;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return `${what} failed${lineOf(script, cause)}: ${reason}${isLockTimeout(cause) ? `.${LOCKED}` : ""}`;
}

/** Returns the number and the text of the line of an error, which PostgreSQL locates by a position in characters. */
function lineOf(script: string, cause: unknown): string {
  // PostgreSQL names no position for what happens while a statement runs, such as a lock timeout.
  if (!(cause instanceof Error) || !("position" in cause) || !cause.position) return "";
  const before = script.slice(0, Math.max(0, Number(cause.position) - 1));
  const line = before.split("\n").length;
  return ` at line ${line} (${script.split("\n")[line - 1]?.trim()})`;
}

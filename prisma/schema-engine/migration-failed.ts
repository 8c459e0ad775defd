/** Thrown when a migration fails in PostgreSQL, with its name, the line and PostgreSQL's message. */
export class MigrationFailed extends Error {
  override readonly name = "MigrationFailed";

  readonly migrationName: string | undefined;

  constructor(migrationName: string | undefined, script: string, cause: unknown) {
    super(describe(migrationName, script, cause), { cause });
    this.migrationName = migrationName;
  }
}

function describe(migrationName: string | undefined, script: string, cause: unknown): string {
  const what = migrationName === undefined ? "A script" : `Migration ${migrationName}`;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return `${what} failed${lineOf(script, cause)}: ${reason}`;
}

/** Returns the number and the text of the line of an error, which PostgreSQL locates by a position in characters. */
function lineOf(script: string, cause: unknown): string {
  if (!(cause instanceof Error) || !("position" in cause)) return "";
  const before = script.slice(0, Math.max(0, Number(cause.position) - 1));
  const line = before.split("\n").length;
  return ` at line ${line} (${script.split("\n")[line - 1]?.trim()})`;
}

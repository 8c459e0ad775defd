/** A migration that PostgreSQL refused: which one, at which line, and what it said. */
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

/** PostgreSQL gives a position in characters; a person wants the line and to see it. */
function lineOf(script: string, cause: unknown): string {
  if (!(cause instanceof Error) || !("position" in cause)) return "";
  const before = script.slice(0, Math.max(0, Number(cause.position) - 1));
  const line = before.split("\n").length;
  return ` at line ${line} (${script.split("\n")[line - 1]?.trim()})`;
}

/**
 * A database of an earlier version whose migrations this version has put together into fewer: it cannot be brought up to
 * date, as nothing says what is missing there.
 */
export class EarlierDatabase extends Error {
  override readonly name = "EarlierDatabase";

  readonly migrationName: string;

  constructor(migrationName: string) {
    super(
      `The database was made by an earlier version of the service: it has the migration ${migrationName}, which this ` +
        "version has put together with others. It cannot be brought up to date. Keep using the version that made it, or " +
        "begin with an empty database.",
    );
    this.migrationName = migrationName;
  }
}

/**
 * Ends when a database has a migration that comes before all migrations of this version and is none of them.
 * @throws EarlierDatabase
 */
export function refuseEarlierDatabase(
  applied: Iterable<{ readonly name: string }>,
  known: Iterable<string>,
): void {
  const names = new Set(known);
  const [first] = [...names].sort();
  for (const { name } of applied) {
    if (first !== undefined && name < first && !names.has(name)) throw new EarlierDatabase(name);
  }
}

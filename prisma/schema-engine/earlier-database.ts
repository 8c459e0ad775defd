/**
 * Thrown for a database of an earlier version whose migrations this version has combined into fewer ones. The database
 * cannot be migrated, because the history does not show which parts are missing.
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
 * Throws if a database has an unknown migration that precedes all migrations of this version.
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

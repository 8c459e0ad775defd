import { knownMigrations } from "./known-migrations";

/** Returns the migrations of this process that the database lacks, in their order. */
export function missingMigrations(applied: readonly string[]): string[] {
  return knownMigrations().filter((name) => !applied.includes(name));
}

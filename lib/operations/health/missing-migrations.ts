import { knownMigrations } from "./known-migrations";

/** The migrations that this process was built with and a database does not have, in their order. */
export function missingMigrations(applied: readonly string[]): string[] {
  return knownMigrations().filter((name) => !applied.includes(name));
}

import { readdirSync } from "node:fs";
import { join } from "node:path";

let known: readonly string[] | undefined;

/**
 * Returns the migrations with which this process was built, in their order. Reads the directory once: later files
 * belong to the next version of the service.
 */
export function knownMigrations(): readonly string[] {
  known ??= readdirSync(join(process.cwd(), "prisma/migrations"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return known;
}

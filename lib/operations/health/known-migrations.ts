import { readdirSync } from "node:fs";
import { join } from "node:path";

let known: readonly string[] | undefined;

/**
 * The migrations that this process was built with, in their order. Read once: files that come later belong to the next
 * version of the service, which is not the one that runs.
 */
export function knownMigrations(): readonly string[] {
  known ??= readdirSync(join(process.cwd(), "prisma/migrations"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return known;
}

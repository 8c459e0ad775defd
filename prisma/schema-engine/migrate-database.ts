import pg from "pg";
import { applyMigrations } from "./apply-migrations.ts";
import { ensureAppRights, ensureAppRole } from "./ensure-app-role.ts";
import { requireVersion } from "./require-version.ts";

export interface MigrationReport {
  /** The names of the applied migrations. */
  applied: string[];
  /** Whether the application's role was missing. */
  isRoleNew: boolean;
  /** The statements that corrected the role's rights after the migrations. */
  corrected: string[];
}

/**
 * Prepares a database for this version of the service: applies all migrations, creates the application's role, and
 * corrects its rights. Does nothing if all is in place. `databaseUrl` is the owner's, and must not lead to a pooler.
 * @throws UnsupportedPostgres when the server is too old.
 */
export async function migrateDatabase({
  databaseUrl,
}: {
  databaseUrl: string;
}): Promise<MigrationReport> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await requireVersion(client);
  } finally {
    await client.end();
  }
  const isRoleNew = await ensureAppRole(databaseUrl);
  const applied = await applyMigrations({ databaseUrl });
  const corrected = await ensureAppRights(databaseUrl);
  return { applied, isRoleNew, corrected };
}

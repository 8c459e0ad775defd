import pg from "pg";
import { applyMigrations } from "./apply-migrations.ts";
import { ensureAppRights, ensureAppRole } from "./ensure-app-role.ts";
import { requireVersion } from "./require-version.ts";

export interface MigrationReport {
  /** Names of the migrations that were applied. */
  applied: string[];
  /** Whether the application's role was missing. */
  isRoleNew: boolean;
  /** The statements that corrected the role's rights, where the migrations had not left them right. */
  corrected: string[];
}

/**
 * Makes a database fit for this version of the service, and does nothing where it is: every migration, the application's
 * role, and exactly its rights. `databaseUrl` is the owner's, past any pooler.
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

import pg from "pg";
import { applyMigrations } from "./apply-migrations.ts";
import { ensureAppRights, ensureAppRole, ensureReader } from "./ensure-app-role.ts";
import type { MigrationFailed } from "./migration-failed.ts";
import { requireEncoding } from "./require-encoding.ts";
import { requireOrderOfIds } from "./require-order-of-ids.ts";
import { requireVersion } from "./require-version.ts";

export interface MigrationReport {
  /** The names of the applied migrations. */
  applied: string[];
  /** Whether the application's role was missing. */
  isRoleNew: boolean;
  /** The statements that corrected the role's rights after the migrations. */
  corrected: string[];
  /** Whether the cluster has the role for reports, with exactly its rights. */
  hasReader: boolean;
}

/**
 * Prepares a database for this version of the service: applies all migrations, creates the roles of the application and
 * of reports, and corrects their rights. Does nothing if all is in place. `databaseUrl` is the owner's, and must not lead to a pooler.
 * @throws UnsupportedPostgres when the server is too old, UnsupportedEncoding when an empty database has another encoding than UTF8,
 * UnsupportedLocale when it does not sort ids by their time.
 */
export async function migrateDatabase({
  databaseUrl,
  onLockTimeout,
}: {
  databaseUrl: string;
  onLockTimeout?: (failure: MigrationFailed) => unknown;
}): Promise<MigrationReport> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await requireVersion(client);
    await requireEncoding(client);
    await requireOrderOfIds(client);
  } finally {
    await client.end();
  }
  const isRoleNew = await ensureAppRole(databaseUrl);
  const applied = await applyMigrations({ databaseUrl, ...(onLockTimeout && { onLockTimeout }) });
  const corrected = await ensureAppRights(databaseUrl);
  const hasReader = await ensureReader(databaseUrl);
  return { applied, isRoleNew, corrected, hasReader };
}

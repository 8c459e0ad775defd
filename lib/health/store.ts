import { query } from "@/lib/db";

export interface DatabaseState {
  isReadOnly: boolean;
  /** Names of the migrations that it has. */
  applied: string[];
}

/** What the database says of itself; fails when it does not answer or was never migrated. */
export async function readDatabaseState(): Promise<DatabaseState> {
  const rows = await query<DatabaseState>(
    "database_state",
    `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly",
       coalesce((SELECT array_agg(migration_name) FROM _prisma_migrations
         WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL), '{}') AS applied`,
    [],
  );
  return rows[0] ?? { isReadOnly: false, applied: [] };
}

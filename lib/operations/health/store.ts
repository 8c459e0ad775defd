// SQL: reads the state of the connection itself, and probes the disk.

import { inspect, inTransaction } from "@/lib/db";
import { SETTINGS_IN_FORCE, type SettingsInForce } from "@/lib/db/connection-settings";

export interface DatabaseState {
  isReadOnly: boolean;
  /** The names of the applied migrations. */
  applied: string[];
  /** The settings in force for the connection. */
  settings: SettingsInForce;
}

/**
 * Reads the state of the database; fails when it does not respond or was never migrated. A connection that is not fit
 * is closed, because a new connection may have the right settings.
 */
export async function readDatabaseState(
  isFit: (state: DatabaseState) => boolean = () => true,
): Promise<DatabaseState> {
  const [state] = await inspect<DatabaseState & Record<string, unknown>>(
    "database_state",
    `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly", ${SETTINGS_IN_FORCE} AS settings,
       coalesce((SELECT array_agg(migration_name) FROM _prisma_migrations
         WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL), '{}') AS applied`,
    ([found]) => found !== undefined && isFit(found),
  );
  if (!state) throw new Error("the database says nothing of itself");
  return state;
}

/** About twenty pages, more than any table has free, so that the disk must provide space. */
const PROBE = `CREATE TEMP TABLE write_probe ON COMMIT DROP AS
  SELECT md5(n::text) || md5((-n)::text) AS filler FROM generate_series(1, 2000) n`;

/** Writes data that needs new space on the disk, and drops it. */
export async function probeWrite(): Promise<void> {
  await inTransaction((runQuery) => runQuery("probe_write", PROBE, []));
}

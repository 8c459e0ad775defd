import { inspect, inTransaction } from "@/lib/db";
import { SETTINGS_IN_FORCE, type SettingsInForce } from "@/lib/db/connection-settings";

export interface DatabaseState {
  isReadOnly: boolean;
  /** Names of the migrations that it has. */
  applied: string[];
  /** What the connection is set to. */
  settings: SettingsInForce;
}

/**
 * What the database says of itself; fails when it does not answer or was never migrated. A connection that is not fit is
 * closed: what makes it so may be over by the next one.
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

/** Some twenty pages, which no table has free. */
const PROBE = `CREATE TEMP TABLE write_probe ON COMMIT DROP AS
  SELECT md5(n::text) || md5((-n)::text) AS filler FROM generate_series(1, 2000) n`;

/** Writes what needs new room on the disk, and leaves nothing behind. */
export async function probeWrite(): Promise<void> {
  await inTransaction((ask) => ask("probe_write", PROBE, []));
}

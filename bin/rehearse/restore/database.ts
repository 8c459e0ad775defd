// SQL: asks PostgreSQL for its clock and its place in the WAL, which the service does not know.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { runInDebian } from "../debian/run-in-debian.ts";
import { secret } from "../passwords.ts";
import { makeFolder, makePostgres, type PostgresOptions } from "../postgres/make-postgres.ts";
import { configurationFiles, FOLDERS } from "./configuration.ts";

/** A moment of the database. */
export interface Moment {
  /** As `--target` of pgBackRest takes it. */
  time: string;
  /** The segment of the WAL that was written then. */
  segment: string;
}

export type Database = Awaited<ReturnType<typeof makeDatabase>>;

/** Makes one PostgreSQL with pgBackRest by the files of ops/backup, on this machine's loopback. It is not started. */
export async function makeDatabase(options: Omit<PostgresOptions, "name">) {
  const { base, folder, port } = options;
  const files = configurationFiles({ port, passphrase: secret() });
  const { place, superuserUrl, ask, start, destroy } = await makePostgres(
    { ...options, name: "postgres" },
    {
      ...{ folders: Object.values(FOLDERS), files },
      env: { PGBACKREST_CONFIG: "/srv/pgbackrest.conf" },
    },
  );
  return {
    superuserUrl,
    start,
    /**
     * Ends the sleep of the checkpointer. It has begun that during the recovery, where `archive_timeout` does not count, and
     * would archive no segment that is not full until `checkpoint_timeout`.
     */
    checkpoint: () => ask<undefined>("CHECKPOINT"),
    /** Kills every process of PostgreSQL at once and deletes its data. */
    async lose() {
      await destroy();
      await rm(join(folder, "data"), { recursive: true });
      await makeFolder(base, join(folder, "data"));
    },
    /** Runs pgBackRest for the stanza. Returns its output. */
    pgbackrest: (...args: string[]) =>
      runInDebian(place, ["pgbackrest", "--stanza=wallet", ...args]),
    moment: () =>
      ask<Moment>(
        `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' AS time,
           pg_walfile_name(pg_current_wal_insert_lsn()) AS segment`,
      ),
    /** The newest segment that is in the archive. */
    async lastArchived() {
      const { segment } = await ask<{ segment: string | null }>(
        `SELECT substring(last_archived_wal FROM '^[0-9A-F]{24}') AS segment FROM pg_stat_archiver`,
      );
      return segment ?? "";
    },
  };
}

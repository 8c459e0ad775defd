// SQL: asks PostgreSQL for its clock and its place in the WAL, which the service does not know.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DEBIAN_CLUSTER_FOLDERS } from "../debian/enter.ts";
import { runInDebian } from "../debian/run-in-debian.ts";
import { secret } from "../passwords.ts";
import { makeFolder, makePostgres, type PostgresOptions } from "../postgres/make-postgres.ts";
import {
  binFolderOf,
  CURRENT_POSTGRES,
  NEXT_POSTGRES,
  type PostgresVersion,
} from "../postgres/versions.ts";
import {
  configurationFiles,
  configurationFolderOf,
  dataFolderOf,
  FOLDERS,
  pgbackrestFile,
} from "./configuration.ts";

/** A moment of the database. */
export interface Moment {
  /** As `--target` of pgBackRest takes it. */
  time: string;
  /** The segment of the WAL that was written then. */
  segment: string;
}

export type Database = Awaited<ReturnType<typeof makeDatabase>>;

/**
 * Makes one PostgreSQL by Debian's own programs, as a host has it after the installation, with pgBackRest by the files of ops/backup, on
 * this machine's loopback. It is not started.
 */
export async function makeDatabase(options: Omit<PostgresOptions, "name">) {
  const { base, folder, port } = options;
  const configuration = { port, passphrase: secret() };
  let version: PostgresVersion = CURRENT_POSTGRES;
  const { place, write, superuserUrl, ask, start, stop, destroy } = await makePostgres(
    { ...options, name: "postgres" },
    {
      folders: [...FOLDERS, ...DEBIAN_CLUSTER_FOLDERS],
      files: configurationFiles({ ...configuration, version }),
      env: { PGBACKREST_CONFIG: "/srv/pgbackrest.conf" },
      make: makeCommand(version, port),
      serve: () => serveCommand(version),
    },
  );
  return {
    superuserUrl,
    start,
    stop,
    /**
     * Upgrades the stopped cluster to the next major version, with its configuration. pgBackRest then has the new cluster's folder.
     *
     * @param nextBase the Debian with both versions
     */
    async upgrade(nextBase: string) {
      place.base = nextBase;
      const commands = upgradeCommands(version, NEXT_POSTGRES).join(" && ");
      await runInDebian({ ...place, user: "root" }, ["sh", "-c", commands]);
      version = NEXT_POSTGRES;
      await write("pgbackrest.conf", pgbackrestFile({ ...configuration, version }));
    },
    /** The major version of the server that answers. */
    async majorVersion() {
      const { major } = await ask<{ major: number }>(
        "SELECT current_setting('server_version_num')::int / 10000 AS major",
      );
      return major;
    },
    /**
     * Ends the sleep of the checkpointer. It has begun that during the recovery, where `archive_timeout` does not count, and
     * would archive no segment that is not full until `checkpoint_timeout`.
     */
    checkpoint: () => ask<undefined>("CHECKPOINT"),
    /** Kills every process of PostgreSQL at once and deletes its data. */
    async lose() {
      await destroy();
      const data = join(folder, dataFolderOf(version));
      await rm(data, { recursive: true });
      await makeFolder(base, data);
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

const makeCommand = (version: PostgresVersion, port: number) => [
  ...["pg_createcluster", `${version}`, "main", "--user=postgres", `--port=${port}`],
  ...["--socketdir=/srv/run", "--encoding=UTF8", "--locale=C.UTF-8"],
  ...["--", "--data-checksums", "--pwfile=/srv/password"],
];

const serveCommand = (version: PostgresVersion) => [
  ...[`${binFolderOf(version)}/postgres`, "-D", `/${dataFolderOf(version)}`],
  ...["-c", `config_file=/${configurationFolderOf(version)}/postgresql.conf`],
];

const upgradeCommands = (from: PostgresVersion, to: PostgresVersion) => [
  `pg_upgradecluster --method=upgrade -v ${to} ${from} main`,
  `cp --archive /${configurationFolderOf(from)}/conf.d/. /${configurationFolderOf(to)}/conf.d/`,
  // It runs, and would be killed with the other processes of this command.
  `pg_ctlcluster ${to} main stop`,
];

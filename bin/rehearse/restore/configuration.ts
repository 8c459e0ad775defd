import { fillTemplate, readTemplate } from "../fill-template.ts";
import { HOST } from "../ports.ts";
import type { PostgresVersion } from "../postgres/versions.ts";

/** The folders of pgBackRest and of PostgreSQL's socket; the programs see the one that they are in as /srv. */
export const FOLDERS = ["run", "repository", "log", "lock"] as const;

/** The data and the configuration of a cluster of Debian's own programs, from the root. */
export const dataFolderOf = (version: PostgresVersion) => `var/lib/postgresql/${version}/main`;
export const configurationFolderOf = (version: PostgresVersion) => `etc/postgresql/${version}/main`;

interface ConfigurationOptions {
  port: number;
  /** Of the repository. */
  passphrase: string;
  version: PostgresVersion;
}

/** pgBackRest's file, from the one of ops/backup. */
export function pgbackrestFile({ port, passphrase, version }: ConfigurationOptions): string {
  return fillTemplate(readTemplate("backup/pgbackrest.conf"), {
    REPOSITORY_FOLDER: "/srv/repository",
    PASSPHRASE: passphrase,
    LOG_FOLDER: "/srv/log",
    LOCK_FOLDER: "/srv/lock",
    DATA_FOLDER: `/${dataFolderOf(version)}`,
    POSTGRES_PORT: port,
    SOCKET_FOLDER: "/srv/run",
  });
}

/** The configuration of PostgreSQL and of pgBackRest, by the file's path, from the files of ops/backup. */
export function configurationFiles(options: ConfigurationOptions): Map<string, string> {
  const folder = `${configurationFolderOf(options.version)}/conf.d`;
  return new Map([
    ["pgbackrest.conf", pgbackrestFile(options)],
    [`${folder}/backup.conf`, fillTemplate(readTemplate("backup/postgresql.conf"), {})],
    [`${folder}/rehearsal.conf`, `listen_addresses = '${HOST}'\nmax_connections = 120\n`],
  ]);
}

/** After how many ms PostgreSQL archives a segment that is not full. */
export function archiveTimeoutMs(): number {
  const [, seconds] =
    /^archive_timeout = (\d+)s$/m.exec(readTemplate("backup/postgresql.conf")) ?? [];
  if (seconds === undefined) throw new Error("ops/backup/postgresql.conf has no archive_timeout.");
  return Number(seconds) * 1_000;
}

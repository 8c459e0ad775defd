import { fillTemplate, readTemplate } from "../fill-template.ts";
import { POSTGRES_FOLDERS, postgresFiles } from "../postgres/make-postgres.ts";

/** Where the database and pgBackRest have their files; the programs see this folder as /srv. */
export const FOLDERS = {
  ...POSTGRES_FOLDERS,
  repository: "/srv/repository",
  log: "/srv/log",
  lock: "/srv/lock",
} as const;

interface ConfigurationOptions {
  port: number;
  /** Of the repository. */
  passphrase: string;
}

/** The configuration of PostgreSQL and of pgBackRest, by the file's name, from the files of ops/backup. */
export function configurationFiles({
  port,
  passphrase,
}: ConfigurationOptions): Map<string, string> {
  const pgbackrest = {
    REPOSITORY_FOLDER: FOLDERS.repository,
    PASSPHRASE: passphrase,
    LOG_FOLDER: FOLDERS.log,
    LOCK_FOLDER: FOLDERS.lock,
    DATA_FOLDER: FOLDERS.data,
    POSTGRES_PORT: port,
    SOCKET_FOLDER: FOLDERS.run,
  };
  return new Map([
    ["pgbackrest.conf", fillTemplate(readTemplate("backup/pgbackrest.conf"), pgbackrest)],
    ["backup.conf", fillTemplate(readTemplate("backup/postgresql.conf"), {})],
    ...postgresFiles(port, ["include = '/srv/backup.conf'"]),
  ]);
}

/** After how many ms PostgreSQL archives a segment that is not full. */
export function archiveTimeoutMs(): number {
  const [, seconds] =
    /^archive_timeout = (\d+)s$/m.exec(readTemplate("backup/postgresql.conf")) ?? [];
  if (seconds === undefined) throw new Error("ops/backup/postgresql.conf has no archive_timeout.");
  return Number(seconds) * 1_000;
}

// SQL: asks PostgreSQL for its clock, its place in the WAL and its size, which the service does not know.
import { chown, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Closing } from "../../bootstrap/closing.mjs";
import { sleep } from "../../bootstrap/process-info.mjs";
import { stopSignal } from "../../bootstrap/stop-signal.mjs";
import { lastLines } from "../../process/read-log-end.ts";
import { runInDebian } from "../debian/run-in-debian.ts";
import { type DebianProgram, startInDebian } from "../debian/start-in-debian.ts";
import { type Passwords, secret } from "../passwords.ts";
import { HOST } from "../ports.ts";
import { configurationFiles, FOLDERS } from "./configuration.ts";

const START_TIMEOUT_MS = 120_000;
const USER = "postgres";

/** A moment of the database. */
export interface Moment {
  /** As `--target` of pgBackRest takes it. */
  time: string;
  /** The segment of the WAL that was written then. */
  segment: string;
}

export interface DatabaseOptions {
  base: string;
  /** The folder of all its files. */
  folder: string;
  logs: string;
  port: number;
  passwords: Passwords;
  closing: Closing;
}

export type Database = Awaited<ReturnType<typeof makeDatabase>>;

/** Makes one PostgreSQL with pgBackRest by the files of ops/backup, on this machine's loopback. It is not started. */
export async function makeDatabase(options: DatabaseOptions) {
  const { base, folder, logs, port, passwords, closing } = options;
  await writeFolder(options);
  const env = { PGBACKREST_CONFIG: "/srv/pgbackrest.conf" };
  const place = { base, work: folder, user: USER, env };
  const logFile = join(logs, "postgres.log");
  let program: DebianProgram | undefined;
  const superuserUrl = (database: string) =>
    `postgresql://postgres:${passwords.superuser}@${HOST}:${port}/${database}`;
  const ask = async <Row>(text: string): Promise<Row> => {
    const client = new pg.Client({ connectionString: superuserUrl("postgres") });
    await client.connect();
    try {
      return (await client.query(text)).rows[0];
    } finally {
      await client.end();
    }
  };
  const initdb = ["initdb", "-D", FOLDERS.data, "--data-checksums", "--encoding=UTF8"];
  await runInDebian(place, [...initdb, "--locale=C.UTF-8", "--pwfile=/srv/password"]);
  closing.add("PostgreSQL", async () => program?.destroy());
  return {
    superuserUrl,
    /** Starts PostgreSQL and waits until it takes writes: during a recovery until that has ended. */
    async start() {
      const started = startInDebian(
        place,
        ["postgres", "-D", FOLDERS.data, "-c", "config_file=/srv/postgresql.conf"],
        logFile,
      );
      program = started;
      await untilWritable(started, ask, logFile);
    },
    /**
     * Ends the sleep of the checkpointer. It has begun that during the recovery, where `archive_timeout` does not count, and
     * would archive no segment that is not full until `checkpoint_timeout`.
     */
    checkpoint: () => ask<undefined>("CHECKPOINT"),
    /** Kills every process of PostgreSQL at once and deletes its data. */
    async lose() {
      await program?.destroy();
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
    async sizeBytes() {
      const { size } = await ask<{ size: string }>(
        "SELECT sum(pg_database_size(oid))::text AS size FROM pg_database",
      );
      return Number(size);
    },
  };
}

async function untilWritable(
  program: DebianProgram,
  ask: <Row>(text: string) => Promise<Row>,
  logFile: string,
): Promise<void> {
  let reason: string | undefined;
  program.ended.then((why) => {
    reason = why;
  });
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadlineMs && reason === undefined) {
    stopSignal.throwIfAborted();
    try {
      const { busy } = await ask<{ busy: boolean }>("SELECT pg_is_in_recovery() AS busy");
      if (!busy) return;
    } catch {
      // It does not listen yet, or recovers: the log says why if that does not end.
    }
    await sleep(50);
  }
  throw new Error(`PostgreSQL did not start:\n\n${await lastLines(logFile, 15)}`);
}

async function writeFolder({ base, folder, port, passwords }: DatabaseOptions) {
  await makeFolder(base, folder, 0o711);
  for (const path of Object.values(FOLDERS))
    await makeFolder(base, join(folder, path.slice("/srv/".length)));
  const files = configurationFiles({ port, passphrase: secret() });
  for (const [name, text] of [...files, ["password", passwords.superuser] as const]) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    await giveTo(base, join(folder, name));
  }
}

async function makeFolder(base: string, path: string, mode = 0o700) {
  await mkdir(path, { recursive: true, mode });
  await giveTo(base, path);
}

/** Makes PostgreSQL's user of the base the owner. */
async function giveTo(base: string, path: string) {
  const { uid, gid } = await stat(join(base, "var/lib/postgresql"));
  await chown(path, uid, gid);
}

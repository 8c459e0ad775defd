// SQL: asks PostgreSQL whether it takes writes.
import { chown, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Closing } from "../../bootstrap/closing.mjs";
import { sleep } from "../../bootstrap/process-info.mjs";
import { stopSignal } from "../../bootstrap/stop-signal.mjs";
import { lastLines } from "../../process/read-log-end.ts";
import type { InDebian } from "../debian/enter.ts";
import { runInDebian } from "../debian/run-in-debian.ts";
import { type DebianProgram, startInDebian } from "../debian/start-in-debian.ts";
import type { Passwords } from "../passwords.ts";
import { HOST } from "../ports.ts";

const START_TIMEOUT_MS = 120_000;
const USER = "postgres";

/** The folders of a PostgreSQL of a rehearsal in the folder of its files, which it sees as /srv. */
export const POSTGRES_FOLDERS = ["data", "run"] as const;

const INITDB = [
  ...["initdb", "-D", "/srv/data", "--data-checksums", "--encoding=UTF8", "--locale=C.UTF-8"],
  "--pwfile=/srv/password",
];
const SERVE = ["postgres", "-D", "/srv/data", "-c", "config_file=/srv/postgresql.conf"];

export interface PostgresOptions {
  /** Of the log, and of what is ended at the close. */
  name: string;
  base: string;
  /** The folder of all its files. */
  folder: string;
  logs: string;
  port: number;
  passwords: Passwords;
  closing: Closing;
}

interface Contents {
  /** Folders of the program, below the folder of all its files. */
  folders: readonly string[];
  /** Files by their path in that folder. They are written when the cluster is made. */
  files: ReadonlyMap<string, string>;
  env?: Record<string, string>;
  /** The program that makes the empty cluster, as root, with the superuser's password from /srv/password. initdb by default. */
  make?: readonly string[];
  /** The program that serves the cluster. By default that of the current version, with /srv/postgresql.conf. */
  serve?: () => readonly string[];
}

export type Postgres = Awaited<ReturnType<typeof makePostgres>>;

/** postgresql.conf and pg_hba.conf of a PostgreSQL of a rehearsal, by their names in /srv. */
export function postgresFiles(port: number, more: readonly string[]): Map<string, string> {
  const postgres = [
    `listen_addresses = '${HOST}'`,
    `port = ${port}`,
    "unix_socket_directories = '/srv/run'",
    "hba_file = '/srv/pg_hba.conf'",
    "max_connections = 120",
    "shared_buffers = 128MB",
    ...more,
  ];
  const access = ["local all postgres peer", `host all all ${HOST}/32 scram-sha-256`];
  return new Map([
    ["postgresql.conf", `${postgres.join("\n")}\n`],
    ["pg_hba.conf", `${access.join("\n")}\n`],
  ]);
}

/** Makes one PostgreSQL on this machine's loopback, with an empty cluster. It is not started. */
export async function makePostgres(
  options: PostgresOptions,
  { folders, files, env, make, serve = () => SERVE }: Contents,
) {
  const { name, base, folder, logs, port, passwords, closing } = options;
  await makeFolder(base, folder, 0o711);
  for (const path of folders) await makeFolder(base, join(folder, path));
  const place: InDebian = { base, work: folder, user: USER, ...(env && { env }) };
  const write = async (file: string, text: string) => {
    await writeFile(join(folder, file), text, { mode: 0o600 });
    await giveTo(base, join(folder, file));
  };
  const logFile = join(logs, `${name}.log`);
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
  await write("password", passwords.superuser);
  await (make ? runInDebian({ ...place, user: "root" }, make) : runInDebian(place, INITDB));
  for (const [file, text] of files) await write(file, text);
  closing.add(name, async () => program?.destroy());
  return {
    place,
    write,
    superuserUrl,
    /** Returns the first row of a statement. */
    ask,
    /** Starts PostgreSQL and waits until it takes writes: during a recovery until that has ended. */
    async start() {
      const started = startInDebian(place, serve(), logFile);
      program = started;
      await untilWritable(started, ask, logFile);
    },
    /** Ends PostgreSQL when the last connection is closed. */
    async stop() {
      await program?.stop();
    },
    /** Kills every process of PostgreSQL at once, as the loss of its machine does. */
    async destroy() {
      await program?.destroy();
    },
    /** The processes of PostgreSQL, while it runs. */
    processes: () => program?.processes() ?? [],
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

/** Makes a folder of PostgreSQL's user of the base. */
export async function makeFolder(base: string, path: string, mode = 0o700): Promise<void> {
  await mkdir(path, { recursive: true, mode });
  await giveTo(base, path);
}

async function giveTo(base: string, path: string) {
  const { uid, gid } = await stat(join(base, "var/lib/postgresql"));
  await chown(path, uid, gid);
}

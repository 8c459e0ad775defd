import { randomBytes } from "node:crypto";
import { open, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import "./index";

const WAL_PAGE_BYTES = 8_192;
const SHORT_HEADER_BYTES = 24;
const LONG_HEADER_BYTES = 40;
/** A flag in the second 16 bits of a page: the page has the long header, as the first page of each file has. */
const HAS_LONG_HEADER = 2;

/** Returns the records of a write-ahead log file without the page headers, which can interrupt a row. */
export function walRecords(file: Buffer): Buffer {
  const pages: Buffer[] = [];
  for (let at = 0; at < file.length; at += WAL_PAGE_BYTES) {
    const isLong = (file.readUInt16LE(at + 2) & HAS_LONG_HEADER) !== 0;
    const header = isLong ? LONG_HEADER_BYTES : SHORT_HEADER_BYTES;
    pages.push(file.subarray(at + header, at + WAL_PAGE_BYTES));
  }
  return Buffer.concat(pages);
}

/** Returns every row of every table as text, system tables included: the content of a dump, and the statistics. */
async function dump(superuser: pg.Client): Promise<string> {
  const { rows: tables } = await superuser.query(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'm') AND n.nspname <> 'pg_toast' ORDER BY 1`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await superuser.query(`SELECT t::text AS row FROM ${name} t`);
    parts.push(name, ...rows.map(({ row }) => row));
  }
  return parts.join("\n");
}

async function readFrom(file: string, startBytes: number): Promise<string> {
  const { size } = await stat(file);
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(size - startBytes);
    await handle.read(buffer, 0, buffer.length, startBytes);
    return buffer.toString();
  } finally {
    await handle.close();
  }
}

/**
 * Makes PostgreSQL keep its whole write-ahead log until `stop` is called, and returns readers of the write-ahead log,
 * the server log and the tables as they are on the disk.
 */
export async function watchDatabaseFiles() {
  const { superuserUrl, logFile } = inject("databaseServer");
  const url = new URL(superuserUrl);
  url.pathname = new URL(process.env.DATABASE_URL ?? "").pathname;
  const superuser = new pg.Client({ connectionString: url.href });
  await superuser.connect();
  const slot = `test_${randomBytes(8).toString("hex")}`;
  await superuser.query("SELECT pg_create_physical_replication_slot($1, true)", [slot]);
  const currentFile = async () =>
    (await superuser.query("SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS name")).rows[0]
      .name;
  const first = await currentFile();
  const { size: logStart } = await stat(logFile);
  return {
    /** The records of the write-ahead log since the start, as they are on the disk. */
    async readWal(): Promise<Buffer> {
      const last = await currentFile();
      await superuser.query("SELECT pg_switch_wal()");
      const [{ data_directory: folder }] = (await superuser.query("SHOW data_directory")).rows;
      const names = (await readdir(join(folder, "pg_wal")))
        .filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
        .sort();
      const files = await Promise.all(names.map((name) => readFile(join(folder, "pg_wal", name))));
      return walRecords(Buffer.concat(files));
    },
    /** The lines of PostgreSQL's server log since the start. */
    readLog: () => readFrom(logFile, logStart),
    /** The database's tables, and the planner's statistics about their columns. */
    async dump(): Promise<string> {
      await superuser.query("ANALYZE");
      return dump(superuser);
    },
    async stop(): Promise<void> {
      await superuser.query("SELECT pg_drop_replication_slot($1)", [slot]);
      await superuser.end();
    },
  };
}

export type DatabaseFiles = Awaited<ReturnType<typeof watchDatabaseFiles>>;

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { inject } from "vitest";
import { endTests, openSql, sql } from "../fixtures/make";

const run = promisify(execFile);
const DISK_MIB = 64;
const FILL_BYTES = 64 * 1024;

/** Whether this process may mount a small disk: only root may, and in a container often not even root. */
export async function canMakeDisk(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "partner-wallet-disk-"));
  try {
    await mount(folder);
    await run("umount", [folder]);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const mount = (folder: string) =>
  run("mount", ["-t", "tmpfs", "-o", `size=${DISK_MIB}m,mode=0700`, "tmpfs", folder]);

/** Writes zeros to a file until the disk is full. */
async function writeUntilFull(file: string): Promise<void> {
  const handle = await open(file, "a");
  const zeros = Buffer.alloc(FILL_BYTES);
  try {
    for (;;) await handle.write(zeros);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    await handle.close();
  }
}

/** Moves this file's database to a small disk that can be filled and emptied. */
export async function moveToSmallDisk() {
  const superuser = new pg.Client({ connectionString: inject("databaseServer").superuserUrl });
  await superuser.connect();
  const database = pg.escapeIdentifier(new URL(process.env.DATABASE_URL ?? "").pathname.slice(1));
  const tablespace = `small_${randomBytes(8).toString("hex")}`;
  const folder = await mkdtemp(join(tmpdir(), "partner-wallet-disk-"));
  const ballast = join(folder, "ballast");
  const moveTo = async (name: string) => {
    await endTests();
    await superuser.query(`ALTER DATABASE ${database} SET TABLESPACE ${name}`);
  };
  await mount(folder);
  const [{ data_directory: data }] = (await superuser.query("SHOW data_directory")).rows;
  const { uid, gid } = await stat(data);
  await chown(folder, uid, gid);
  await superuser.query(`CREATE TABLESPACE ${tablespace} LOCATION '${folder}'`);
  await moveTo(tablespace);
  return {
    /** Fills the disk, and the free space in the pages of `table`. */
    async fill(table: string): Promise<void> {
      await openSql();
      await writeUntilFull(ballast);
      await takeRoomIn(table);
    },
    /** Frees the space on the disk. */
    empty: () => rm(ballast, { force: true }),
    async stop(): Promise<void> {
      await rm(ballast, { force: true });
      await moveTo("pg_default");
      await superuser.query(`DROP TABLESPACE ${tablespace}`);
      await superuser.end();
      await run("umount", [folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Fills the free space of a table's pages: each refused INSERT leaves a dead row, until the table needs another page.
 */
async function takeRoomIn(table: string): Promise<void> {
  const full = "53100";
  for (;;) {
    try {
      await sql(`DO $$ BEGIN INSERT INTO ${table} SELECT * FROM ${table} LIMIT 1;
        EXCEPTION WHEN unique_violation THEN NULL; END $$`);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === full) return;
      throw error;
    }
  }
}

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "@/lib/kernel/durations";
import { repositoryFolder } from "../../bootstrap/paths.mjs";
import { asProcessEnv } from "../../process/as-process-env.ts";

const SCRIPT = join(repositoryFolder, "ops/container/backup.sh");

let work: string;
let backups: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), "container-backup-"));
  backups = join(work, "backups");
  mkdirSync(backups);
  // The last step of the script's loop ends it.
  program("sleep", 'echo "$1" >> "$WORK/sleeps"; kill $PPID');
  const record =
    'echo "$(basename "$0") $* $PGPASSWORD" | tr "\\n" " " >> "$WORK/calls"; echo >> "$WORK/calls"';
  program("psql", record);
  program("pg_restore", record);
  const write = 'for a; do case $a in --file=*) echo x > "$(echo "$a" | cut -d= -f2)";; esac; done';
  program("pg_dump", `${record}; ${write}`);
});
afterEach(() => rmSync(work, { recursive: true, force: true }));

/** A stand-in for a program that the script calls. */
function program(name: string, text: string): void {
  writeFileSync(join(work, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(work, name), 0o755);
}

function backup(...args: string[]) {
  const { status, stderr } = spawnSync("bash", [SCRIPT, ...args], {
    env: asProcessEnv({
      PATH: `${work}:${process.env.PATH}`,
      WORK: work,
      BACKUP_FOLDER: backups,
      DATABASE_MIGRATE_URL: "postgresql://wallet:pass%2Fword%25@postgres:5432/wallet",
    }),
    encoding: "utf8",
  });
  return { status, stderr };
}
const calls = () => readFileSync(join(work, "calls"), "utf8").trim().split("\n");

test("the password reaches each program by the environment, never in its arguments", () => {
  expect(backup("now").status).toBe(0);
  expect(backup("restore", "one.dump").status).toBe(0);
  const names = calls().map((call) => call.split(" ")[0]);
  expect(names).toEqual(["pg_dump", "pg_restore", "psql", "pg_restore", "psql"]);
  for (const call of calls()) expect(call).toMatch(/ pass\/word% ?$/);
  expect(calls().join()).not.toContain("pass%2F");
  expect(
    calls().filter((call) => / (--dbname=)?postgresql:\/\/wallet@postgres:/.test(call)),
  ).toHaveLength(4);
});

test("a restore makes the statistics that a dump does not have, unless it failed", () => {
  backup("restore", "one.dump");
  expect(calls().at(-1)).toMatch(/^psql .*--command=ANALYZE /);
  rmSync(join(work, "calls"));
  program("pg_restore", "exit 1");
  writeFileSync(join(work, "calls"), "");
  expect(backup("restore", "one.dump").status).toBe(1);
  expect(calls()).toEqual([""]);
});

test("a dump that fails leaves nothing of its own, and the file of another one that is under way", () => {
  const other = "wallet-other.dump.7.part";
  program("pg_dump", `echo x > "$(echo "$2" | cut -d= -f2)"; touch "$BACKUP_FOLDER/${other}"`);
  program("pg_restore", "exit 1");
  expect(backup("now").status).toBe(1);
  expect(readdirSync(backups)).toEqual([other]);
  backup();
  expect(readdirSync(backups)).toEqual([other]);
});

test("a dump that was made while the clock was ahead puts off the next one by an interval at most", () => {
  const dump = join(backups, "wallet-20990101T000000Z.dump");
  writeFileSync(dump, "x");
  const ahead = new Date(Date.now() + 400 * DAY_MS);
  utimesSync(dump, ahead, ahead);
  backup();
  expect(statSync(dump).mtimeMs).toBeLessThan(Date.now() + DAY_MS);
  expect(Number(readFileSync(join(work, "sleeps"), "utf8"))).toBeLessThanOrEqual(6 * 3_600);
});

/** Makes dumps of the last days, four a day, as old as they were some days ahead of the clock. */
function makeDumps(days: number, agedByDays = 0): void {
  for (let n = 0; n < days * 4; n++) {
    const dump = join(backups, `wallet-${String(n).padStart(3, "0")}.dump`);
    writeFileSync(dump, "x");
    const at = new Date(Date.now() - (n / 4 + agedByDays) * DAY_MS - 7 * 3_600_000);
    utimesSync(dump, at, at);
  }
}

test("dumps that are older than 14 days are deleted after the next one", () => {
  makeDumps(16);
  backup();
  expect(readdirSync(backups)).toHaveLength(4 * 14);
});

test("no more dumps stay than usual while all of them are old, so that the disk does not fill up", () => {
  makeDumps(20, 20);
  backup();
  const dumps = readdirSync(backups).sort();
  expect(dumps).toHaveLength(4 * 14 + 1);
  expect(dumps.slice(0, -1)).toEqual(
    Array.from({ length: 4 * 14 }, (_, n) => `wallet-${String(n).padStart(3, "0")}.dump`),
  );
});

test("no dump is deleted when all of them are old at once, as by a clock that is ahead", () => {
  makeDumps(14, 20);
  backup();
  expect(readdirSync(backups)).toHaveLength(4 * 14 + 1);
});

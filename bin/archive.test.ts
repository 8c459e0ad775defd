import "@/test/database";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "@/lib/kernel/durations";
import { ownerUrl } from "@/test/database/owner-url";
import { eventually } from "@/test/eventually";
import { endTests } from "@/test/fixtures/make";
import { typeScriptArguments } from "./bootstrap/paths.mjs";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "archive-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await endTests();
});

const monthOf = (at: Date) => at.toISOString().slice(0, 7);
/** The newest month that can be archived: it ended more than a day ago. */
const before = monthOf(new Date(Date.now() - DAY_MS));
const from = monthOf(new Date(Date.parse(`${before}-01T00:00:00Z`) - DAY_MS));

const argumentsTo = (to: string, since = from) =>
  typeScriptArguments("bin/archive.ts", "--from", since, "--before", before, "--to", to);

/** Returns the notes that the command prints about the newest month. */
const notesWith = (keepRequestLogDays: string, to = join(folder, keepRequestLogDays)) =>
  new Promise<string[]>((resolve, reject) => {
    execFile(
      process.execPath,
      argumentsTo(to),
      { env: { ...process.env, KEEP_REQUEST_LOG_DAYS: keepRequestLogDays } },
      (error, output) =>
        error
          ? reject(error)
          : resolve(output.split("\n").filter((line) => line.startsWith("note"))),
    );
  });

test("an archive of a month names the rows that the service has deleted before", async () => {
  expect(await notesWith("1")).toEqual([
    expect.stringMatching(
      /^note {3}requests from before .+Z may be deleted.*KEEP_REQUEST_LOG_DAYS$/,
    ),
  ]);
  expect(await notesWith("70")).toEqual([]);
});

test("an archive whose run was killed is written by the next run", async () => {
  const to = join(folder, "killed");
  const client = new pg.Client({ connectionString: ownerUrl() });
  await client.connect();
  try {
    await client.query("BEGIN; LOCK TABLE ledger.entries");
    const run = spawn(process.execPath, argumentsTo(to), { stdio: "ignore" });
    await eventually(async () => {
      expect(await readdir(to)).toContainEqual(expect.stringContaining("ledger.journals"));
    });
    run.kill("SIGKILL");
    await once(run, "exit");
  } finally {
    await client.end();
  }
  expect((await readdir(to)).filter((name) => name.endsWith(".gz"))).toEqual([]);
  await eventually(() => notesWith("70", to));
  const names = await readdir(to);
  expect(names.filter((name) => !/\.(json|jsonl\.gz)$/.test(name))).toEqual([]);
  expect(names).toContain(`archive-from-${from}-before-${before}.json`);
});

test("no empty archive is written when the months are given the wrong way round", async () => {
  const to = join(folder, "none");
  const run = spawn(process.execPath, argumentsTo(to, before), {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [text, [code]] = await Promise.all([run.stderr.toArray(), once(run, "exit")]);
  expect(code).toBe(2);
  expect(Buffer.concat(text).toString()).toContain("must be before --before");
  expect(await readdir(folder)).not.toContain("none");
});

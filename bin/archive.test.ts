import "@/test/database";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
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

const DAY_MS = 86_400_000;
const monthOf = (at: Date) => at.toISOString().slice(0, 7);
/** The newest month that can be archived: it ended more than a day ago. */
const before = monthOf(new Date(Date.now() - DAY_MS));
const from = monthOf(new Date(Date.parse(`${before}-01T00:00:00Z`) - DAY_MS));

/** Returns the notes that the command prints about the newest month. */
const notesWith = (keepRequestLogDays: string) =>
  new Promise<string[]>((resolve, reject) => {
    const to = join(folder, keepRequestLogDays);
    execFile(
      process.execPath,
      typeScriptArguments("bin/archive.ts", "--from", from, "--before", before, "--to", to),
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

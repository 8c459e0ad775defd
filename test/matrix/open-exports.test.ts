import "@/test/database";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { AnyContract } from "@/lib/contract/contract";
import { countOpenDownloads, MAX_OPEN_DOWNLOADS } from "@/lib/contract/csv/open-downloads";
import { endTests, sql } from "@/test/fixtures/make";
import { type Browser, signedIn } from "@/test/fixtures/people";
import { answerOf } from "@/test/http/call";
import { expectRefusal } from "@/test/http/expect-answer";
import { type ExportWorld, everyExport, makeExportWorld, openExport } from "./exports";

let world: ExportWorld;
let owner: Browser;

beforeAll(async () => {
  world = await makeExportWorld();
  owner = await signedIn(world.owner);
});
afterEach(() => {
  expect(countOpenDownloads()).toBe(0);
});
afterAll(endTests);

const exports = await everyExport();

const open = (contract: AnyContract, init?: RequestInit) =>
  openExport(contract, world, contract.audience === "admin" ? world.admin.browser : owner, init);

/** Runs a test while the reader of an export has as many open downloads as they may have. */
async function withOpenDownloads(contract: AnyContract, run: () => Promise<void>) {
  const opened: Response[] = [];
  while (opened.length < MAX_OPEN_DOWNLOADS) opened.push(await open(contract));
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  try {
    await run();
  } finally {
    for (const { body } of opened) await body?.cancel();
  }
}

test.each(exports)("$id is refused to a person with four open downloads", async (contract) => {
  await withOpenDownloads(contract, async () => {
    const answer = await answerOf(await open(contract));
    expectRefusal(answer, 429, "RATE_LIMITED");
    expect(answer.headers.get("retry-after")).toBe("30");
    expect(answer.json.data.error).toContain("4 open downloads");
  });
  const { status } = await answerOf(await open(contract));
  expect(status).toBe(200);
});

test("a refused export of card users has no audit entry", async () => {
  const [contract] = exports.filter(({ id }) => id === "exportAdminUsers");
  if (!contract) throw new Error("there is no export of card users");
  const entries = () => sql("SELECT id FROM audit_entries WHERE action = 'user.export'");
  const before = (await entries()).length;
  await withOpenDownloads(contract, async () => {
    await answerOf(await open(contract));
    expect(await entries()).toHaveLength(before + MAX_OPEN_DOWNLOADS);
  });
});

test("HEAD of the export of card users has no audit entry, because nothing is taken out", async () => {
  const [contract] = exports.filter(({ id }) => id === "exportAdminUsers");
  if (!contract) throw new Error("there is no export of card users");
  const entries = () => sql("SELECT id FROM audit_entries WHERE action = 'user.export'");
  const before = (await entries()).length;
  expect((await open(contract, { method: "HEAD" })).status).toBe(200);
  expect(await entries()).toHaveLength(before);
});

test.each(exports)("HEAD of $id leaves no download open", async (contract) => {
  const { status, body, headers } = await open(contract, { method: "HEAD" });
  expect([status, body]).toEqual([200, null]);
  expect(headers.get("content-disposition")).toContain("attachment");
  expect(headers.get("x-request-id")).toMatch(/^req_/);
});

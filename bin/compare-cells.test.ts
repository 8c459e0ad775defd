import "@/test/database";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ensureReader } from "@/prisma/schema-engine/ensure-app-role";
import { makeOtherDatabase } from "@/test/database/empty-database";
import { ownerUrl } from "@/test/database/owner-url";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { typeScriptArguments } from "./bootstrap/paths.mjs";

let otherUrl: string;
let folder: string;
beforeAll(async () => {
  otherUrl = await makeOtherDatabase();
  folder = await mkdtemp(join(tmpdir(), "partner-wallet-cells-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await endTests();
});

async function compare(first: string, second: string) {
  const file = join(folder, "cells");
  await writeFile(file, `a ${first}\nb ${second}\n`);
  return new Promise<{ code: number; output: string }>((resolve) => {
    const args = typeScriptArguments("bin/compare-cells.ts", file);
    execFile(process.execPath, args, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

test("two cells with money and partners of their own are added up", async () => {
  await makePartner({ balanceUsd: 12.5 });
  const { code, output } = await compare(ownerUrl(), otherUrl);
  expect(output).toMatch(/'all'.* '12\.500000' +│ '12\.500000'/);
  expect(output).toContain("2 cells compared, 0 shared");
  expect(output).toContain("b has no deposit address yet.");
  expect(output).not.toContain("a has no deposit address yet.");
  expect(code).toBe(0);
});

test("the login for reports is enough", async () => {
  expect(await ensureReader(otherUrl)).toBe(true);
  const reports = new URL(inject("databaseServer").superuserUrl);
  reports.pathname = new URL(otherUrl).pathname;
  reports.searchParams.set("options", "-c role=partner_wallet_read");
  const { code, output } = await compare(reports.href, ownerUrl());
  expect([code, output]).toEqual([0, expect.stringContaining("2 cells compared, 0 shared")]);
});

test("a copy of a database is found by its partners and addresses", async () => {
  const [{ count }] = await sql(
    "SELECT (SELECT count(*) FROM partners) + (SELECT count(*) FROM deposit_addresses) + (SELECT count(*) FROM signer_addresses) AS count",
  );
  const { code, output } = await compare(ownerUrl(), ownerUrl());
  expect(output).toContain(`2 cells compared, ${count} shared`);
  expect(output).toMatch(/SHARED The partner ptn_\w+ is in a and in b\./);
  expect(code).toBe(1);
});

test("a cell that does not answer leaves the question open", async () => {
  const url = new URL(otherUrl);
  url.port = "1";
  const { code, output } = await compare(ownerUrl(), url.href);
  expect([code, output.includes(url.password)]).toEqual([2, false]);
  expect(output).toContain("The cell b: The database does not answer");
});

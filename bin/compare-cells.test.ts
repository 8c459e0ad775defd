import "@/test/database";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ensureReader } from "@/prisma/schema-engine/ensure-app-role";
import { makeOtherDatabase } from "@/test/database/empty-database";
import { ownerUrl } from "@/test/database/owner-url";
import { placeOf } from "@/test/database/silent-database";
import { whileLocked } from "@/test/database/while-locked";
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

test("reading a cell may take longer than a statement of its login", async () => {
  const hasty = new URL(ownerUrl());
  hasty.searchParams.set("options", "-c statement_timeout=1s");
  const lock: [string, unknown[]] = ["LOCK TABLE ledger.entries IN ACCESS EXCLUSIVE MODE", []];
  const pause: [string, unknown[]] = ["SELECT pg_sleep(1.5)", []];
  const { code, output } = await whileLocked(lock, () => compare(hasty.href, otherUrl), pause);
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

/** Starts a proxy to a database that cuts each connection which sends a statement with this text, as a crash of the host does. */
async function cutAt(databaseUrl: string, word: string): Promise<{ url: string; server: Server }> {
  const server = createServer((client) => {
    const database = connect(placeOf(new URL(databaseUrl)));
    for (const socket of [client, database]) socket.on("error", () => {});
    database.pipe(client);
    client.on("data", (bytes) => {
      if (!bytes.includes(word)) database.write(bytes);
      else for (const socket of [client, database]) socket.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = new URL(databaseUrl);
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, server };
}

test("a cell whose connection is lost on the way leaves the question open", async () => {
  const { url, server } = await cutAt(otherUrl, "FROM partners");
  const { code, output } = await compare(ownerUrl(), url);
  server.close();
  expect([code, output]).toEqual([
    2,
    expect.stringContaining("The cell b: The database does not answer: Connection terminated"),
  ]);
});

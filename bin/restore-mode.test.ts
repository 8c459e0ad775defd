import "@/test/database";
import { execFile } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { look } from "@/test/chain/deposits";
import { startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { endTests } from "@/test/fixtures/make";
import { makePerson, type TestPerson } from "@/test/fixtures/people";
import { typeScriptArguments } from "./bootstrap/paths.mjs";

let treasury: TestTreasury;
let admin: TestPerson;
beforeAll(async () => {
  treasury = await startTreasury();
  admin = await makePerson();
});
afterAll(async () => {
  await treasury.chain.stop();
  await endTests();
});

const command = (...args: string[]) =>
  new Promise<[code: number, output: string]>((resolve) => {
    execFile(
      process.execPath,
      typeScriptArguments("bin/restore-mode.ts", ...args),
      { env: process.env },
      (error, output, errors) => resolve([Number(error?.code ?? 0), output + errors]),
    );
  });

test.each([[[]], [["on"]], [["off"]], [["on", "a@example.com", "b"]], [["maybe"]]])(
  "%j: says what to name",
  async (args) => {
    expect(await command(...args)).toEqual([2, expect.stringMatching(/^Say what to do/)]);
  },
);

test("only an administrator of the operator begins it", async () => {
  const auditor = await makePerson({ role: "auditor" });
  for (const email of [auditor.email, "nobody@example.com"])
    expect(await command("on", email)).toEqual([2, expect.stringMatching(/no administrator's/)]);
  expect(await command("status")).toEqual([0, "Restore mode is off.\n"]);
});

test("begins, says so, lists what is left, and ends when the chain is read", async () => {
  const on = await command("on", admin.email.toUpperCase());
  expect(on).toEqual([
    0,
    expect.stringMatching(/^Restore mode is on\.\nNothing is signed since .*indexes \d+ to \d+/),
  ]);
  for (const words of [/newest audit entry is of /, /API keys: revoke/, /Users: delete them again/])
    expect(on[1]).toMatch(words);
  expect(await command("status")).toEqual([1, expect.stringMatching(/^Restore mode is on/)]);
  await treasury.chain.mine(5);
  expect(await command("off", admin.email)).toEqual([
    1,
    expect.stringMatching(/^Restore mode stays on:\n- Deposits on base-sepolia are read up to/),
  ]);
  await look(treasury.chain);
  expect(await command("off", admin.email)).toEqual([0, "Restore mode is off.\n"]);
});

import "@/test/database";
import { execFile } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { look } from "@/test/chain/deposits";
import { micro, startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { endTests } from "@/test/fixtures/make";
import { typeScriptArguments } from "./bootstrap/paths.mjs";

let treasury: TestTreasury;
beforeAll(async () => {
  treasury = await startTreasury();
  await treasury.partnerWith(1_204.5);
});
afterAll(async () => {
  await treasury.chain.stop();
  await endTests();
});

const command = (settings: Record<string, string> = {}, ...options: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...process.env, ...settings };
    execFile(
      process.execPath,
      typeScriptArguments("bin/reconcile.ts", ...options),
      { env },
      (error, output, errors) =>
        resolve({ code: Number(error?.code ?? 0), output: output + errors }),
    );
  });

test("a chain that is not read to its head is not checked, unless that is accepted", async () => {
  const { chain } = treasury;
  await chain.mine(30);
  const behind = await command();
  expect([behind.code, behind.output]).toEqual([
    2,
    expect.stringMatching(/\d+ confirmed blocks are not read yet\nNOT CHECKED to the head/),
  ]);
  const accepted = await command({}, "--allow-behind");
  expect([accepted.code, accepted.output]).toEqual([
    0,
    expect.stringMatching(/\nequal, as far as the chains were read\n$/),
  ]);
  await look(chain);
});

test("npm run reconcile exits with 0 only while books and chain are equal, and lists the differences", async () => {
  const { chain } = treasury;
  const equal = await command();
  expect([equal.code, equal.output]).toEqual([0, expect.stringMatching(/\nequal\n$/)]);
  expect(equal.output).toContain("1204.50");

  const hash = await chain.transfer({ to: treasury.treasury, amountMicro: micro(0.000001) });
  await chain.mine(3);
  await look(chain);
  const { code, output } = await command();
  expect([code, output]).toEqual([1, expect.stringMatching(/\nNOT EQUAL\n$/)]);
  expect(output).toContain(hash);
  expect(output).toContain("received 0.000001 from");
});

test("missing settings: the message names them", async () => {
  const { code, output } = await command({ DEPOSIT_XPUB: "", CRON_SECRET: "" });
  expect([code, output]).toEqual([2, expect.stringMatching(/CRON_SECRET[\s\S]*DEPOSIT_XPUB/)]);
});

import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NETWORKS } from "@/lib/chain/networks";
import { payoutNetwork } from "@/lib/chain/payout-network";
import { forgetEnv } from "@/lib/kernel/env";
import { startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { endTests } from "@/test/fixtures/make";

/** A chain from which no withdrawals are paid. */
let treasury: TestTreasury;
beforeAll(async () => {
  const network = NETWORKS.staging.find(({ chain }) => chain !== payoutNetwork("staging").chain);
  if (!network) throw new Error("there is no other chain");
  treasury = await startTreasury({ network });
});
afterAll(async () => {
  await treasury.chain.stop();
  await endTests();
});

/** Runs the steps without the keys of the deposit addresses. */
async function withoutKeys(steps: () => Promise<void>): Promise<void> {
  const { CHAIN_DEPOSIT_XPRV: xprv = "" } = process.env;
  process.env.CHAIN_DEPOSIT_XPRV = "";
  forgetEnv();
  try {
    await steps();
  } finally {
    process.env.CHAIN_DEPOSIT_XPRV = xprv;
    forgetEnv();
  }
}

const kinds = async () => (await treasury.alerts()).map(({ kind }) => kind);

test("without keys of deposit addresses nothing is sent there, and the relayer needs no coin", async () => {
  await treasury.chain.setBalanceOfNative(treasury.relayer, 0n);
  expect(await treasury.sweep()).toBe(0);
  expect(await kinds()).toEqual(["gas_low"]);
  await withoutKeys(async () => {
    expect(await treasury.sweep()).toBe(0);
    expect(await kinds()).toEqual([]);
  });
});

test("the relayer still needs coin for sweeps that were signed before the keys were taken away", async () => {
  await treasury.partnerWith(100);
  expect(await treasury.sweep()).toBe(1);
  await withoutKeys(async () => {
    expect(await treasury.sweep()).toBe(0);
    expect(await kinds()).toEqual(["gas_low"]);
  });
});

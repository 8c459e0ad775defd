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

test("without keys of deposit addresses nothing is sent there, and the relayer needs no coin", async () => {
  const { chain } = treasury;
  const { CHAIN_DEPOSIT_XPRV: xprv = "" } = process.env;
  const low = async () => (await treasury.alerts()).map(({ kind }) => kind);
  await chain.setBalanceOfNative(treasury.relayer, 0n);
  expect(await treasury.sweep()).toBe(0);
  expect(await low()).toEqual(["gas_low"]);
  process.env.CHAIN_DEPOSIT_XPRV = "";
  forgetEnv();
  expect(await treasury.sweep()).toBe(0);
  expect(await low()).toEqual([]);
  process.env.CHAIN_DEPOSIT_XPRV = xprv;
  forgetEnv();
});

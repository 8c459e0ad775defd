import "@/test/database";
import type { Address } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { GET as sweepRoute } from "@/app/api/internal/chain/sweep/route";
import { env, forgetEnv } from "@/lib/kernel/env";
import { micro, startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { call, endTests } from "@/test/fixtures/make";
import { sweepDeposits } from "./sweep-deposits";

let treasury: TestTreasury;
beforeAll(async () => {
  treasury = await startTreasury();
});
afterEach(() => {
  delete process.env.CHAIN_SWEEP_MIN_USD;
  delete process.env.CHAIN_GAS_FLOOR_TRANSFERS;
  delete process.env.CHAIN_MAX_IN_FLIGHT;
  forgetEnv();
});
afterAll(async () => {
  await treasury.chain.stop();
  await endTests();
});

function set(name: string, value: string): void {
  process.env[name] = value;
  forgetEnv();
}

/** Sweeps all balances, so that none is left for a later test. */
async function sweepAll(): Promise<void> {
  set("CHAIN_SWEEP_MIN_USD", "0");
  while ((await treasury.sweep()) > 0) await treasury.settle();
  set("CHAIN_SWEEP_MIN_USD", "5");
}

const sweepOf = async (address: string) =>
  (await treasury.sweeps()).filter((each) => each.address === address);

test("a deposit is swept to the treasury to the micro-dollar, without a change of the books", async () => {
  const { chain } = treasury;
  const { walletAddress } = await treasury.partnerWith(25.123456);
  const before = await treasury.entries();
  const held = await chain.balanceOf(treasury.treasury);
  const answer = await call(sweepRoute, {
    headers: { authorization: `Bearer ${env().CRON_SECRET}` },
  });
  expect(answer.json.data).toEqual({ chains: 1, begun: 1, faults: 0 });
  expect(await sweepOf(walletAddress)).toMatchObject([
    { micro: 25_123_456, status: "pending", txHash: null },
  ]);
  await treasury.settle();
  expect(await chain.balanceOf(walletAddress as Address)).toBe(0n);
  expect((await chain.balanceOf(treasury.treasury)) - held).toBe(25_123_456n);
  const [swept] = await sweepOf(walletAddress);
  const receipt = await chain.client.getTransactionReceipt({ hash: swept?.txHash as Address });
  expect([swept?.status, receipt.status]).toEqual(["completed", "success"]);
  expect(receipt.from).toBe(treasury.relayer.toLowerCase());
  expect(await treasury.entries()).toEqual(before);
  expect(await treasury.faults()).toEqual([]);
  expect(await treasury.alerts()).toEqual([]);
});

test("an unreachable node only fails that run", async () => {
  const { chain } = treasury;
  const { walletAddress } = await treasury.partnerWith(10);
  chain.pointTo("http://127.0.0.1:9");
  expect(await sweepDeposits()).toEqual({ chains: 1, begun: 0, faults: 1 });
  chain.pointTo(undefined);
  expect(await sweepDeposits()).toEqual({ chains: 0, begun: 0, faults: 0 });
  chain.pointTo(chain.rpcUrl);
  expect(await sweepDeposits()).toEqual({ chains: 1, begun: 1, faults: 0 });
  await treasury.settle();
  expect(await sweepOf(walletAddress)).toMatchObject([{ status: "completed" }]);
});

test("an address is swept again only for later deposits", async () => {
  const { walletAddress } = await treasury.partnerWith(10);
  expect(await treasury.sweep()).toBe(1);
  // During the sweep and after it, there is nothing to sweep.
  expect(await treasury.sweep()).toBe(0);
  await treasury.settle();
  expect(await treasury.sweep()).toBe(0);
  await treasury.deposit(walletAddress, 7);
  expect(await treasury.sweep()).toBe(1);
  await treasury.settle();
  expect((await sweepOf(walletAddress)).map((each) => [each.micro, each.status])).toEqual([
    [10_000_000, "completed"],
    [7_000_000, "completed"],
  ]);
});

test("a deposit during a sweep waits for the next one", async () => {
  const { chain } = treasury;
  const { walletAddress } = await treasury.partnerWith(10);
  expect(await treasury.sweep()).toBe(1);
  await treasury.deposit(walletAddress, 8);
  expect(await treasury.sweep()).toBe(0);
  await treasury.settle();
  expect(await chain.balanceOf(walletAddress as Address)).toBe(8_000_000n);
  expect(await treasury.sweep()).toBe(1);
  await treasury.settle();
  expect(await chain.balanceOf(walletAddress as Address)).toBe(0n);
});

test("nothing is swept below the minimum, which is a setting", async () => {
  const { walletAddress } = await treasury.partnerWith(4.999999);
  expect(await treasury.sweep()).toBe(0);
  await treasury.deposit(walletAddress, 0.000001);
  set("CHAIN_SWEEP_MIN_USD", "5.000001");
  expect(await treasury.sweep()).toBe(0);
  set("CHAIN_SWEEP_MIN_USD", "5");
  expect(await treasury.sweep()).toBe(1);
  await treasury.settle();
  expect(await sweepOf(walletAddress)).toMatchObject([{ micro: 5_000_000, status: "completed" }]);
});

test("unconfirmed deposits are not swept", async () => {
  const { chain } = treasury;
  const { walletAddress } = await treasury.partnerWith(0);
  await chain.transfer({ to: walletAddress as Address, amountMicro: micro(50) });
  expect(await treasury.sweep()).toBe(0);
  await treasury.deposit(walletAddress, 1);
  await chain.transfer({ to: walletAddress as Address, amountMicro: micro(30) });
  expect(await treasury.sweep()).toBe(1);
  expect(await sweepOf(walletAddress)).toMatchObject([{ micro: 51_000_000 }]);
  await treasury.settle();
  expect(await chain.balanceOf(walletAddress as Address)).toBe(micro(30));
  await treasury.deposit(walletAddress, 1);
  expect(await treasury.sweep()).toBe(1);
  await treasury.settle();
});

test("sweeps use at most half of the transactions in flight", async () => {
  await sweepAll();
  for (let i = 0; i < 3; i++) await treasury.partnerWith(10);
  set("CHAIN_MAX_IN_FLIGHT", "4");
  expect(await treasury.sweep()).toBe(2);
  expect(await treasury.sweep()).toBe(0);
  await treasury.settle();
  expect(await treasury.sweep()).toBe(1);
  await treasury.settle();
});

test("an alert is open while the relayer's gas is low", async () => {
  const { chain } = treasury;
  const subject = `${chain.network.chain}:relayer`;
  const low = async () =>
    (await treasury.alerts()).filter((each) => each.subject === subject).map(({ kind }) => kind);
  await treasury.sweep();
  expect(await low()).toEqual([]);
  await chain.setBalanceOfNative(treasury.relayer, 10n ** 13n);
  await treasury.sweep();
  expect(await low()).toEqual(["gas_low"]);
  await chain.setBalanceOfNative(treasury.relayer, 10n ** 20n);
  await treasury.sweep();
  expect(await low()).toEqual([]);
});

test("that alert opens also without the keys of the deposit addresses", async () => {
  const { chain } = treasury;
  const { CHAIN_DEPOSIT_XPRV: xprv = "" } = process.env;
  process.env.CHAIN_DEPOSIT_XPRV = "";
  forgetEnv();
  const low = async () => (await treasury.alerts()).map(({ kind }) => kind);
  await chain.setBalanceOfNative(treasury.relayer, 10n ** 13n);
  expect(await treasury.sweep()).toBe(0);
  expect(await low()).toEqual(["gas_low"]);
  await chain.setBalanceOfNative(treasury.relayer, 10n ** 20n);
  process.env.CHAIN_DEPOSIT_XPRV = xprv;
  forgetEnv();
  await treasury.sweep();
  expect(await low()).toEqual([]);
});

import "@/test/database";
import type { Address } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { depositAddress } from "@/lib/chain/deposit-address";
import { shiftClock } from "@/lib/kernel/clock";
import { forgetEnv } from "@/lib/kernel/env";
import { startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { takeKeys } from "@/test/chain/without-keys";
import { endTests, sql } from "@/test/fixtures/make";

vi.mock("@/lib/chain/deposit-address", { spy: true });

const VALID_S = 3_600;

let treasury: TestTreasury;
beforeAll(async () => {
  process.env.CHAIN_PAYOUT_VALID_S = String(VALID_S);
  forgetEnv();
  treasury = await startTreasury();
});
afterAll(async () => {
  await treasury.chain.stop();
  await endTests();
});
// After each test the chain and the books agree, and no sweep has changed the ledger.
afterEach(async () => {
  expect(await treasury.faults()).toEqual([]);
  expect((await treasury.reconcile()).usdc).toMatchObject({ differenceMicroUsd: 0n });
});

const STEPS = [
  "transaction-signed",
  "transaction-stored",
  "transaction-sent",
  "sending-stored",
  "payment-confirmed",
  "payment-stored",
  "transaction-settled",
] as const;

const left = (address: string) => treasury.chain.balanceOf(address as Address);
const sweepsOf = async (address: string) =>
  (await treasury.sweeps()).filter((each) => each.address === address);
const failed = async () => (await treasury.alerts()).filter(({ kind }) => kind === "sweep_failed");

/** Sends until the step is done, where the process dies. */
async function dieAt(step: (typeof STEPS)[number]): Promise<void> {
  const die = (done: string) => {
    if (done === step) throw new Error("the process died");
  };
  for (let round = 0; round < 6; round++) {
    try {
      await treasury.send(die);
    } catch (error) {
      expect(error).toMatchObject({ message: "the process died" });
      return;
    }
    await treasury.chain.mine();
  }
  throw new Error(`${step} was not reached`);
}

test.each(STEPS)("after a crash at %s the address is swept once", async (step) => {
  const { chain } = treasury;
  const { walletAddress } = await treasury.partnerWith(10);
  const held = await chain.balanceOf(treasury.treasury);
  expect(await treasury.sweep()).toBe(1);
  await dieAt(step);
  expect(await treasury.sweep()).toBe(0);
  // The transactions may have been settled before the sweep was checked again; nothing is pending then.
  await treasury.settle();
  expect(await treasury.sweep()).toBe(0);
  expect([await left(walletAddress), await sweepsOf(walletAddress)]).toMatchObject([
    0n,
    [{ micro: 10_000_000, status: "completed" }],
  ]);
  expect((await chain.balanceOf(treasury.treasury)) - held).toBe(10_000_000n);
});

test("ten concurrent processes start one sweep of an address", async () => {
  const { walletAddress } = await treasury.partnerWith(12);
  await Promise.all(Array.from({ length: 10 }, () => treasury.sweep()));
  expect(await sweepsOf(walletAddress)).toHaveLength(1);
  await treasury.settle();
  expect(await left(walletAddress)).toBe(0n);
});

test("the database refuses a second concurrent sweep of an address", async () => {
  const { walletAddress } = await treasury.partnerWith(12);
  await treasury.sweep();
  const again = sql(
    `INSERT INTO sweeps SELECT 'swp_other', chain, token, token_address, from_address, to_address, amount_micro_usd,
       'another nonce', valid_before, signature, status, NULL, created_at, NULL FROM sweeps WHERE from_address = $1`,
    [walletAddress],
  );
  await expect(again).rejects.toMatchObject({ constraint: "sweeps_pending_key" });
  await treasury.settle();
});

test("a sweep that a reorganization removed is sent again and counted once", async () => {
  const { chain } = treasury;
  const { walletAddress } = await treasury.partnerWith(10);
  const held = await chain.balanceOf(treasury.treasury);
  await treasury.sweep();
  await treasury.sendUntilMined();
  expect(await left(walletAddress)).toBe(0n);
  await chain.reorg(1);
  expect(await left(walletAddress)).toBe(10_000_000n);
  expect(await sweepsOf(walletAddress)).toMatchObject([{ status: "pending" }]);
  await treasury.settle();
  expect(await left(walletAddress)).toBe(0n);
  expect((await chain.balanceOf(treasury.treasury)) - held).toBe(10_000_000n);
  expect(await sweepsOf(walletAddress)).toMatchObject([{ status: "completed" }]);
});

describe("a token that refuses", () => {
  test("by a pause stops signing with one alert, and sweeps continue afterwards", async () => {
    const { chain } = treasury;
    const { walletAddress } = await treasury.partnerWith(10);
    await chain.setPaused(true);
    for (let i = 0; i < 3; i++) expect(await treasury.sweep()).toBe(0);
    expect(await sweepsOf(walletAddress)).toEqual([]);
    expect(await failed()).toMatchObject([{ subject: `${chain.network.chain}:usdc` }]);
    expect((await failed())[0]?.text).toContain("Pausable: paused");
    await chain.setPaused(false);
    expect(await treasury.sweep()).toBe(1);
    expect(await failed()).toEqual([]);
    await treasury.settle();
  });

  test("a blocklisted address is skipped for an hour, and the others are swept", async () => {
    const { chain } = treasury;
    const blocked = await treasury.partnerWith(30);
    const other = await treasury.partnerWith(10);
    const address = blocked.walletAddress as Address;
    await chain.setBlocklisted(address, true);
    expect(await treasury.sweep()).toBe(1);
    await treasury.settle();
    expect([await left(address), await left(other.walletAddress)]).toEqual([30_000_000n, 0n]);
    expect(await failed()).toMatchObject([{ subject: `${chain.network.chain}:usdc:${address}` }]);
    await chain.setBlocklisted(address, false);
    expect(await treasury.sweep()).toBe(0);
    shiftClock(3_600_001);
    expect(await treasury.sweep()).toBe(1);
    expect(await failed()).toEqual([]);
    await treasury.settle();
    expect(await left(address)).toBe(0n);
  });

  test("an unused sweep expires and is replaced by a new one", async () => {
    const { chain } = treasury;
    const { walletAddress } = await treasury.partnerWith(10);
    expect(await treasury.sweep()).toBe(1);
    await chain.setPaused(true);
    await treasury.send();
    await chain.increaseTime(VALID_S - 100);
    await chain.mine(3);
    await treasury.send();
    expect(await sweepsOf(walletAddress)).toMatchObject([{ status: "pending" }]);
    await chain.increaseTime(200);
    await chain.mine(5);
    await treasury.send();
    expect(await sweepsOf(walletAddress)).toMatchObject([{ status: "expired", txHash: null }]);
    await chain.setPaused(false);
    expect(await treasury.sweep()).toBe(1);
    await treasury.settle();
    expect(await sweepsOf(walletAddress)).toMatchObject([
      { status: "expired" },
      { status: "completed" },
    ]);
    expect(await left(walletAddress)).toBe(0n);
  });
});

test("an address of other keys is skipped with an alert, and the others are swept", async () => {
  const { chain } = treasury;
  const partner = await treasury.partnerWith(10);
  const old = `0x${"a1".repeat(20)}`;
  await sql(
    `INSERT INTO deposit_addresses (address, derivation_index, partner_id, created_at)
     VALUES ($1, 2000000000, $2, now())`,
    [old, partner.partnerId],
  );
  await treasury.deposit(old, 30);
  expect(await treasury.sweep()).toBe(1);
  await treasury.settle();
  expect([await left(old), await left(partner.walletAddress)]).toEqual([30_000_000n, 0n]);
  const [alert] = await failed();
  expect(alert?.subject.toLowerCase()).toBe(`${chain.network.chain}:usdc:${old}`);
  expect(alert?.text).toContain("DEPOSIT_XPUB");
  await sql("UPDATE alerts SET closed_at = now() WHERE kind = 'sweep_failed'");
});

test("addresses of other keys take no place of those that can be swept", async () => {
  const partner = await treasury.partnerWith(10);
  process.env.CHAIN_MAX_IN_FLIGHT = "2";
  forgetEnv();
  for (const [index, digits] of ["b1", "b2"].entries()) {
    const old = `0x${digits.repeat(20)}`;
    await sql(
      `INSERT INTO deposit_addresses (address, derivation_index, partner_id, created_at)
       VALUES ($1, $2, $3, now())`,
      [old, 2_000_000_001 + index, partner.partnerId],
    );
    await treasury.deposit(old, 30);
  }
  expect(await treasury.sweep()).toBe(1);
  await treasury.settle();
  expect(await left(partner.walletAddress)).toBe(0n);
  expect(await failed()).toHaveLength(2);
  delete process.env.CHAIN_MAX_IN_FLIGHT;
  forgetEnv();
  await sql("UPDATE alerts SET closed_at = now() WHERE kind = 'sweep_failed'");
});

test("no more addresses are derived than are swept", async () => {
  for (let i = 0; i < 3; i++) await treasury.partnerWith(10);
  process.env.CHAIN_MAX_IN_FLIGHT = "2";
  forgetEnv();
  vi.mocked(depositAddress).mockClear();
  expect(await treasury.sweep()).toBe(1);
  expect(depositAddress).toHaveBeenCalledTimes(1);
  delete process.env.CHAIN_MAX_IN_FLIGHT;
  forgetEnv();
  expect(await treasury.sweep()).toBe(2);
  await treasury.settle();
});

test("without keys nothing is swept, and nothing fails", async () => {
  const { walletAddress } = await treasury.partnerWith(10);
  const bringBack = takeKeys();
  expect(await treasury.sweep()).toBe(0);
  bringBack();
  expect(await treasury.sweep()).toBe(1);
  await treasury.settle();
  expect(await left(walletAddress)).toBe(0n);
});

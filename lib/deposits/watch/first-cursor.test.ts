import "@/test/database";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { HOUR_S } from "@/lib/kernel/durations";
import { forgetEnv } from "@/lib/kernel/env";
import { startChain, type TestChain } from "@/test/chain";
import { creditedTo, cursorOf, look } from "@/test/chain/deposits";
import { endTests, makePartner, sql } from "@/test/fixtures/make";

const CONFIRMATIONS = 3;
const START_BLOCK = "CHAIN_START_BLOCK_BASE_SEPOLIA";

let chain: TestChain;
beforeAll(async () => {
  chain = await startChain({ confirmations: CONFIRMATIONS });
});
afterEach(async () => {
  delete process.env[START_BLOCK];
  forgetEnv();
  await sql("DELETE FROM chain_cursors");
});
afterAll(async () => {
  await chain.stop();
  await endTests();
});

const heads = async () => {
  const head = await chain.headNumber();
  return { head, confirmed: Number(head) - CONFIRMATIONS + 1 };
};

test("without any address the cursor starts at the confirmed head, not at the genesis", async () => {
  const { confirmed } = await heads();
  const done = await look(chain);
  expect(done.blocks).toBe(0);
  expect((await cursorOf(chain)).block).toBe(confirmed);
});

test("an address that exists before the first poll misses nothing, and old blocks are not read", async () => {
  // 200 blocks before the service; then the first address; then a deposit, long before the first poll.
  shiftClock(5 * HOUR_S * 1_000);
  await chain.increaseTime(4.5 * HOUR_S);
  await chain.mine();
  const { head: old } = await heads();
  const partner = await makePartner({ balanceUsd: 0 });
  const to = partner.walletAddress as `0x${string}`;
  const hash = await chain.transfer({ to, amountMicro: 1_000_000n });
  await chain.increaseTime(24 * HOUR_S);
  await chain.mine(50);
  const done = await look(chain);
  expect(await creditedTo(partner.partnerId)).toEqual([hash]);
  expect(done.blocks).toBeGreaterThanOrEqual(50);
  expect(done.blocks).toBeLessThan(60);
  expect(Number(old)).toBeGreaterThan(200);
});

test("CHAIN_START_BLOCK_<CHAIN> is the first block that is read", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  const to = partner.walletAddress as `0x${string}`;
  await chain.transfer({ to, amountMicro: 1n });
  const second = await chain.transfer({ to, amountMicro: 2n });
  const { blockNumber } = await chain.client.getTransactionReceipt({ hash: second });
  await chain.mine(CONFIRMATIONS);
  process.env[START_BLOCK] = String(blockNumber);
  forgetEnv();
  await look(chain);
  expect(await creditedTo(partner.partnerId)).toEqual([second]);
});

test("a start block of 0 reads all blocks", async () => {
  process.env[START_BLOCK] = "0";
  forgetEnv();
  const done = await look(chain);
  expect(done.blocks).toBe((await heads()).confirmed);
});

test("two concurrent first watchers start at one block and credit once", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  const hash = await chain.transfer({
    to: partner.walletAddress as `0x${string}`,
    amountMicro: 1n,
  });
  await chain.mine(CONFIRMATIONS);
  await Promise.all([look(chain), look(chain), look(chain)]);
  expect(await creditedTo(partner.partnerId)).toEqual([hash]);
});

import "@/test/database";
import type { Address } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS } from "@/lib/kernel/durations";
import { forgetEnv } from "@/lib/kernel/env";
import { perProcess } from "@/lib/kernel/per-process";
import { micro, startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { later } from "@/test/fixtures/later";
import { endTests, sql, type TestPartner } from "@/test/fixtures/make";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import { forgetRefusal } from "./refused";

let treasury: TestTreasury;
let rich: TestPartner;
let small: TestPartner[];
beforeAll(async () => {
  treasury = await startTreasury();
  const { chain } = treasury;
  rich = await treasury.partnerWith(100);
  await treasury.sweep();
  await treasury.settle();
  // A theft of 90 with the treasury's key, since only then can the treasury lack money.
  const to = chain.faucet.address;
  await chain.transfer({ from: treasury.treasury, to, amountMicro: micro(90) });
  await chain.mine(2);
  small = [
    await treasury.partnerWith(1),
    await treasury.partnerWith(3),
    await treasury.partnerWith(2),
  ];
});
afterAll(async () => {
  await treasury.chain.stop();
  await endTests();
});

const held = () => treasury.chain.balanceOf(treasury.treasury);
const left = (partner: TestPartner | undefined) =>
  treasury.chain.balanceOf(partner?.walletAddress as Address);
const short = async () =>
  (await treasury.alerts())
    .filter(({ kind, subject }) => kind === "treasury_short" && subject.endsWith(":usdc"))
    .map(({ text }) => text);
/** All alerts about the shortage, also closed ones. */
const shortAlerts = () =>
  sql("SELECT id, text, closed_at FROM alerts WHERE kind = 'treasury_short' ORDER BY id");
const statusOf = async (id: string) =>
  (await sql("SELECT status FROM withdrawals WHERE id = $1", [id]))[0].status;

test("while the treasury covers approved withdrawals, small balances are not swept", async () => {
  expect(await treasury.sweep()).toBe(0);
  // A pending withdrawal needs no money yet.
  const id = await withdrawalsOf(rich).make(14.5);
  expect(await treasury.sweep()).toBe(0);
  await withdrawalsOf(rich).cancel(id);
});

test("when the treasury is short, the missing amount is swept, largest balances first", async () => {
  const { id, to } = await treasury.approved(rich, 13.5);
  expect(await treasury.sweep()).toBe(1);
  expect(await treasury.sweep()).toBe(0);
  await treasury.settle();
  expect([await left(small[0]), await left(small[1]), await left(small[2])]).toEqual([
    micro(1),
    0n,
    micro(2),
  ]);
  expect(await statusOf(id)).toBe("completed");
  expect(await treasury.chain.balanceOf(to)).toBe(micro(13));
  expect([await held(), await short()]).toEqual([0n, []]);
});

test("an alert is open while all balances do not cover the need; a new deposit is swept and closes it", async () => {
  const { id } = await treasury.approved(rich, 5.5);
  expect(await treasury.sweep()).toBe(2);
  const [text] = await short();
  // Of the 5 USDC to pay, 3 are on deposit addresses.
  expect(text).toContain("sum to 5.00 USDC: 2.00 more than");
  await treasury.deposit(rich.walletAddress, 2);
  expect(await treasury.sweep()).toBe(1);
  expect(await short()).toEqual([]);
  await treasury.settle();
  expect([await statusOf(id), await held()]).toEqual(["completed", 0n]);
});

test("pending withdrawals count for the alert", async () => {
  const id = await withdrawalsOf(rich).make(50);
  await treasury.sweep();
  expect(await short()).toHaveLength(1);
  await withdrawalsOf(rich).cancel(id);
  await treasury.sweep();
  expect(await short()).toEqual([]);
});

test("a paid but not yet recorded withdrawal is not counted again", async () => {
  const { chain } = treasury;
  await treasury.deposit(rich.walletAddress, 10);
  await treasury.sweep();
  await treasury.settle();
  await treasury.partnerWith(2);
  const { id } = await treasury.approved(rich, 10);
  await treasury.send();
  await chain.mine(2);
  expect([await held(), await statusOf(id)]).toEqual([micro(0.5), "approved"]);
  expect([await treasury.sweep(), await short()]).toEqual([0, []]);
  await treasury.settle();
});

test("what an address holds that cannot be swept does not count", async () => {
  const { chain } = treasury;
  await treasury.sweep();
  await treasury.settle();
  const stuck = await treasury.partnerWith(40);
  await chain.setBlocklisted(stuck.walletAddress as Address, true);
  await chain.mine();
  expect(await treasury.sweep()).toBe(0);
  const id = await withdrawalsOf(rich).make(30);
  await treasury.sweep();
  const [text] = await short();
  const supplied = (await held()) + (await left(small[1])) + micro(2);
  expect(text).toContain("sum to 29.50 USDC");
  expect(text).toContain(`${(29.5 - Number(supplied) / 1_000_000).toFixed(2)} more than`);
  const before = await shortAlerts();
  // The address is tried again each hour.
  await later(HOUR_MS + 1_000, () => treasury.sweep());
  expect(await later(HOUR_MS + 2_000, () => treasury.sweep())).toBe(0);
  expect(await shortAlerts()).toEqual(before);
  // A process that was just started does not know of the refusal.
  forgetRefusal(`${chain.network.chain}:usdc:${stuck.walletAddress}`);
  expect(await later(HOUR_MS + 3_000, () => treasury.sweep())).toBe(0);
  expect(await shortAlerts()).toEqual(before);
  // Nor can it try before the sweeps under way have ended.
  process.env.CHAIN_MAX_IN_FLIGHT = "2";
  forgetEnv();
  await treasury.partnerWith(6);
  expect(await later(HOUR_MS + 4_000, () => treasury.sweep())).toBe(1);
  const open = await shortAlerts();
  expect(open.at(-1)).toMatchObject({ id: before.at(-1).id, closed_at: null });
  forgetRefusal(`${chain.network.chain}:usdc:${stuck.walletAddress}`);
  perProcess("recalledSweeps", () => new Set()).clear();
  expect(await later(HOUR_MS + 5_000, () => treasury.sweep())).toBe(0);
  expect(await shortAlerts()).toEqual(open);
  delete process.env.CHAIN_MAX_IN_FLIGHT;
  forgetEnv();
  await treasury.settle();
  await withdrawalsOf(rich).cancel(id);
  await treasury.sweep();
  expect(await short()).toEqual([]);
  await chain.setBlocklisted(stuck.walletAddress as Address, false);
  await chain.mine();
});

test("an address that could not be swept, and is too small to be tried again, counts again after hours", async () => {
  process.env.CHAIN_SWEEP_MIN_USD = "50";
  forgetEnv();
  const id = await withdrawalsOf(rich).make(30);
  await later(4 * HOUR_MS, () => treasury.sweep());
  expect(await short()).toEqual([]);
  await withdrawalsOf(rich).cancel(id);
  delete process.env.CHAIN_SWEEP_MIN_USD;
  forgetEnv();
});

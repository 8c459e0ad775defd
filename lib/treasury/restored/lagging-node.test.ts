import "@/test/database";
import type { Address } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { endWithdrawal } from "@/lib/withdrawals/end-withdrawal";
import { look } from "@/test/chain/deposits";
import { type ChainProxy, startChainProxy } from "@/test/chain/proxy";
import { anyAddress } from "@/test/chain/sending";
import { micro, startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { approveDirectly } from "@/test/fixtures/approvals";
import { endTests, type TestPartner } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import { beginRestore } from "../restore-mode/begin-restore";
import { endRestore } from "../restore-mode/end-restore";
import { findPayouts } from "./find-payouts";
import { signingHold } from "./signing-hold";

/** Threat 41: a node that does not know the newest blocks cannot show that a payout was made before a restore. */
let treasury: TestTreasury;
let partner: TestPartner;
let proxy: ChainProxy;
let adminId: string;
let to: Address;

beforeAll(async () => {
  treasury = await startTreasury();
  partner = await treasury.partnerWith(500);
  await treasury.sweep();
  await treasury.settle();
  proxy = await startChainProxy(treasury.chain.rpcUrl);
  treasury.chain.pointTo(proxy.url);
  ({ personId: adminId } = await makePerson());
  await readChain();
});
beforeEach(async () => {
  to = anyAddress();
  const { json } = await withdrawalsOf(partner).create({ amount: 20, toAddress: to });
  await approveDirectly(json.data.id);
});
afterAll(async () => {
  await treasury.chain.stop();
  await proxy.stop();
  await endTests();
});

/** Mines until everything is confirmed, and reads it, as the jobs of a running service do. */
async function readChain(): Promise<void> {
  await treasury.chain.mine(25);
  await look(treasury.chain);
  await findPayouts(endWithdrawal);
}

const hold = () => signingHold(treasury.chain.network);
const end = () => endRestore(adminId, { allowDifference: false });

async function expectNothingSigned(): Promise<void> {
  expect(await treasury.send()).toMatchObject({ signed: 0, stored: 0 });
  expect(await treasury.chain.balanceOf(to)).toBe(0n);
}

test("a node whose newest block is old: nothing is signed, and restore mode does not end", async () => {
  const given = process.env.CHAIN_HEAD_MAX_AGE_S;
  process.env.CHAIN_HEAD_MAX_AGE_S = "300";
  forgetEnv();
  expect(await hold()).toMatch(/^the newest block of the node of .* is \d+ minutes old$/);
  await expectNothingSigned();
  await beginRestore(adminId);
  expect(await end()).toMatchObject({
    kind: "refused",
    obstacles: [expect.stringMatching(/^Payouts may be missing: the newest block/)],
  });
  process.env.CHAIN_HEAD_MAX_AGE_S = given;
  forgetEnv();
  expect(await end()).toEqual({ kind: "ended" });
  await treasury.settle();
  expect(await treasury.chain.balanceOf(to)).toBe(micro(19.5));
});

test("a node behind the block up to which payouts were compared: the same", async () => {
  await readChain();
  proxy.lagBehind(20);
  expect(await hold()).toMatch(/^the node of .* is at block \d+, but payouts were compared up to/);
  await expectNothingSigned();
  await beginRestore(adminId);
  expect(await end()).toMatchObject({
    kind: "refused",
    obstacles: [expect.stringMatching(/^Payouts may be missing: the node of .* is at block/)],
  });
  proxy.lagBehind(0);
  expect(await end()).toEqual({ kind: "ended" });
  await treasury.settle();
  expect(await treasury.chain.balanceOf(to)).toBe(micro(19.5));
});

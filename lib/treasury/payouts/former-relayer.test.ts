import "@/test/database";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeEach, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { prove, rotateRelayer } from "@/lib/treasury/rotation/rotate";
import { type Sending, type SentWithdrawal, startSending } from "@/test/chain/sending";
import { endTests, sql } from "@/test/fixtures/make";

const CONFIRMATIONS = 2;
/** More blocks than the payouts of a test take. */
const REORG_BLOCKS = 20;
const GAS_WEI = 10n ** 20n;
const { CHAIN_RELAYER_KEY: FIRST_KEY } = process.env;

let sending: Sending;
beforeEach(async () => {
  await sql("DELETE FROM relayer_transactions");
  sending = await startSending({ confirmations: CONFIRMATIONS });
  return () => sending.chain.stop();
});
afterAll(async () => {
  setRelayer(FIRST_KEY);
  await endTests();
});

function setRelayer(key: string | undefined): void {
  process.env.CHAIN_RELAYER_KEY = key;
  forgetEnv();
}

/** Makes a key whose address has coins that no reorganization of these tests takes. */
async function keyWithCoins(): Promise<Hex> {
  const key = generatePrivateKey();
  await sending.chain.setBalanceOfNative(privateKeyToAddress(key), GAS_WEI);
  await sending.chain.mine(REORG_BLOCKS);
  return key;
}

/** Brings a new relayer into use. Returns the address of the former one. */
async function changeRelayer(key: Hex): Promise<string> {
  const former = process.env.CHAIN_RELAYER_KEY;
  setRelayer(key);
  const proof = await prove("relayer");
  setRelayer(former);
  const { from } = await rotateRelayer(proof);
  setRelayer(key);
  return from;
}

async function completed(count: number): Promise<SentWithdrawal[]> {
  const sent = [];
  for (let i = 0; i < count; i++) sent.push(await sending.approved());
  await sending.finish(sent);
  return sent;
}

async function expectReceived(sent: readonly SentWithdrawal[], isPaid: boolean): Promise<void> {
  for (const each of sent) expect(await sending.received(each)).toBe(isPaid ? each.netMicro : 0n);
}

/** Loses these payouts in a reorganization, and expects that each is paid again, once, with nothing signed. */
async function expectPaidAgain(sent: readonly SentWithdrawal[], depth: number): Promise<void> {
  const { chain } = sending;
  const before = await chain.balanceOf(sending.treasury);
  await chain.reorg(depth);
  await expectReceived(sent, false);
  expect(await sending.look()).toMatchObject({ signed: 0, stored: 0 });
  await chain.mine(CONFIRMATIONS);
  expect(await sending.look()).toMatchObject({ signed: 0, stored: 0, completed: 0 });
  await expectReceived(sent, true);
  expect(await chain.balanceOf(sending.treasury)).toBe(before);
  const statuses = (await sending.transactions()).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set(["mined"]));
  expect(await sending.faults()).toEqual([]);
}

test.each([
  { when: "just before", ago: "0 minutes" },
  { when: "long before", ago: "2 hours" },
])(
  "a completed payout of a new relayer is watched when the former one paid $when",
  async ({ ago }) => {
    const former = await completed(3);
    const address = await changeRelayer(await keyWithCoins());
    await sql(
      "UPDATE relayer_transactions SET settled_at = settled_at - $2::interval WHERE relayer_address = $1",
      [address, ago],
    );
    const sent = await completed(1);
    await expectPaidAgain(sent, REORG_BLOCKS / 4);
    await expectReceived(former, true);
  },
);

test("completed payouts of both relayers that one reorganization removes are paid again", async () => {
  const key = await keyWithCoins();
  const former = await completed(3);
  await changeRelayer(key);
  const sent = await completed(1);
  await expectPaidAgain([...former, ...sent], REORG_BLOCKS);
});

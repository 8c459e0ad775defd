import "@/test/database";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_S, HOUR_S } from "@/lib/kernel/durations";
import { type ChainProxy, startChainProxy } from "@/test/chain/proxy";
import { type Sending, type SentWithdrawal, startSending } from "@/test/chain/sending";
import { eventsOf, walletOf } from "@/test/fixtures/books";
import { endTests, sql } from "@/test/fixtures/make";

/** Threat 8: a refund requires certainty that the withdrawal was not paid and never can be. */
let sending: Sending;
let proxy: ChainProxy;
beforeAll(async () => {
  // The finalized block is eight blocks behind the head.
  sending = await startSending({ slotsInAnEpoch: 4 });
  proxy = await startChainProxy(sending.chain.rpcUrl);
});
afterAll(async () => {
  await proxy.stop();
  await sending.chain.stop();
  await endTests();
});

const FINAL_BLOCKS = 8;

let wallet: number;
beforeEach(async () => {
  wallet = await walletOf(sending.partner.partnerId);
});
afterEach(async () => {
  proxy.clearFaults();
  sending.chain.pointTo(sending.chain.rpcUrl);
  expect(await sending.faults()).toEqual([]);
});

/**
 * Expects that either the wallet is refunded and the recipient has 0, or the recipient is paid: never both or neither.
 */
async function expectRefunded(sent: SentWithdrawal): Promise<void> {
  const shown = await sending.get(sent.id);
  expect(shown.status).toBe("failed");
  expect(shown.failureReason).toMatch(/authorization expired/);
  expect(await walletOf(sending.partner.partnerId)).toBe(wallet);
  expect(await sending.received(sent)).toBe(0n);
  const events = await eventsOf(sending.partner.partnerId, "wallet.withdrawal.crypto");
  const sentEvents = events.filter(({ data }) => data.withdrawalId === sent.id);
  expect(sentEvents.map(({ data }) => data.status)).toEqual(["failed"]);
}

async function expectPaid(sent: SentWithdrawal): Promise<void> {
  expect((await sending.get(sent.id)).status).toBe("completed");
  expect(await sending.received(sent)).toBe(sent.netMicro);
  expect(await walletOf(sending.partner.partnerId)).toBe(wallet - 100);
}

async function expectOpen(sent: SentWithdrawal): Promise<void> {
  expect((await sending.get(sent.id)).status).toBe("approved");
  expect(await walletOf(sending.partner.partnerId)).toBe(wallet - 100);
}

async function validBefore(sent: SentWithdrawal): Promise<bigint> {
  const [row] = await sql("SELECT valid_before FROM payouts WHERE withdrawal_id = $1", [sent.id]);
  return BigInt(row.valid_before);
}

test("after hours without a block the payout is paid when blocks return", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.look();
  await chain.increaseTime(5 * HOUR_S);
  for (let i = 0; i < 5; i++) await sending.look();
  await expectOpen(sent);
  expect(await sending.transactions(sent)).toHaveLength(1);
  await sending.finish([sent]);
  await expectPaid(sent);
});

test("after a day without a block the payout cannot be paid and is refunded once that is final", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.look();
  await chain.increaseTime(DAY_S + HOUR_S);
  await chain.mine();
  for (let block = 1; block < FINAL_BLOCKS + 1; block++) {
    expect(await sending.look()).toMatchObject({ failed: 0 });
    await expectOpen(sent);
    await chain.mine();
  }
  expect(await sending.look()).toMatchObject({ failed: 1 });
  await expectRefunded(sent);
  // Nothing may change later.
  await chain.mine(5);
  await sending.look();
  await expectRefunded(sent);
});

test("a transaction that returns after the refund pays nothing", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.look();
  const [stored] = await sending.transactions(sent);
  await chain.drop(stored?.hash ?? "0x");
  await chain.increaseTime(DAY_S + 1);
  await chain.mine(FINAL_BLOCKS + 1);
  await sending.look();
  await expectRefunded(sent);
  for (const { raw } of await sending.transactions(sent))
    await chain.client.sendRawTransaction({ serializedTransaction: raw }).catch(() => undefined);
  await chain.mine(3);
  await sending.look();
  await expectRefunded(sent);
});

test("an expired authorization releases its nonce with a filler, and later transactions are sent", async () => {
  const { chain } = sending;
  const late = await sending.approved();
  await sending.look();
  const [stored] = await sending.transactions(late);
  await chain.drop(stored?.hash ?? "0x");
  await chain.increaseTime(DAY_S + 1);
  await chain.mine();
  await chain.drop(stored?.hash ?? "0x");
  expect(await sending.look()).toMatchObject({ replaced: 1 });
  const replaced = (await sending.transactions()).filter(({ nonce }) => nonce === stored?.nonce);
  expect(replaced.map(({ purpose }) => purpose)).toEqual(["payout", "filler"]);
  const behind = await sending.approved(20);
  await sending.finish([behind, late], FINAL_BLOCKS + 4);
  expect(await sending.received(behind)).toBe(behind.netMicro);
  expect((await sending.get(late.id)).status).toBe("failed");
  expect(await sending.received(late)).toBe(0n);
});

test("a payout that is mined in the last second and polled hours later is completed, never refunded", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.look();
  const last = (await validBefore(sent)) - 1n;
  await chain.client.setNextBlockTimestamp({ timestamp: last });
  await chain.mine();
  expect(await sending.received(sent)).toBe(sent.netMicro);
  await chain.increaseTime(3 * HOUR_S);
  await chain.mine(FINAL_BLOCKS + 3);
  expect(await sending.look()).toMatchObject({ completed: 1, failed: 0 });
  await expectPaid(sent);
});

test("a paid and expired payout whose receipts and logs a node hides waits and is not refunded", async () => {
  const { chain } = sending;
  chain.pointTo(proxy.url);
  const sent = await sending.approved();
  await sending.look();
  proxy.setFault("eth_getTransactionReceipt", { kind: "rewrite", result: () => null });
  proxy.setFault("eth_getLogs", { kind: "rewrite", result: () => [] });
  await chain.mine();
  await chain.increaseTime(DAY_S + 1);
  await chain.mine(FINAL_BLOCKS + 1);
  for (let i = 0; i < 3; i++) expect(await sending.look()).toMatchObject({ failed: 0 });
  await expectOpen(sent);
  proxy.clearFaults();
  await sending.look();
  await expectPaid(sent);
});

test("at the exact second of expiry the payout is refunded, not paid", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.look();
  await chain.client.setNextBlockTimestamp({ timestamp: await validBefore(sent) });
  await chain.mine(FINAL_BLOCKS + 1);
  await sending.look();
  await expectRefunded(sent);
});

test("expired and unused at the head is not enough for a refund, because another branch may pay", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.look();
  const [stored] = await sending.transactions(sent);
  const branch = await chain.snapshot();
  const inTime = (await validBefore(sent)) - 10n;
  await chain.drop(stored?.hash ?? "0x");
  await chain.increaseTime(DAY_S + 1);
  await chain.mine(2);
  for (let i = 0; i < 2; i++) expect(await sending.look()).toMatchObject({ failed: 0 });
  await expectOpen(sent);
  await chain.revertTo(branch);
  for (const { hash } of await sending.transactions()) await chain.drop(hash);
  await chain.client.sendRawTransaction({ serializedTransaction: stored?.raw ?? "0x" });
  await chain.client.setNextBlockTimestamp({ timestamp: inTime });
  await chain.mine();
  expect(await sending.received(sent)).toBe(sent.netMicro);
  await sending.finish([sent]);
  await expectPaid(sent);
});

test.each([
  ["has no finalized block", { kind: "refuse", message: "unknown block" }],
  ["does not answer for it", { kind: "status", status: 503, passOn: false }],
  ["tells one of long ago", { kind: "rewrite", result: () => genesis }],
] as const)("a node that %s refunds nothing", async (_, fault) => {
  const { chain } = sending;
  genesis = await chain.client.request({
    method: "eth_getBlockByNumber",
    params: ["0x0", false],
  } as never);
  chain.pointTo(proxy.url);
  const sent = await sending.approved();
  await sending.look();
  await chain.increaseTime(DAY_S + 1);
  await chain.mine(FINAL_BLOCKS + 1);
  const isFinalized = ([tag]: unknown[]) => tag === "finalized";
  proxy.setFault("eth_getBlockByNumber", fault, { when: isFinalized });
  for (let i = 0; i < 3; i++) await sending.look().catch(() => undefined);
  await expectOpen(sent);
  proxy.clearFaults();
  await sending.finish([sent], 3);
  await expectRefunded(sent);
});
let genesis: unknown;

test("a node without a finalized block sends other payouts while a refund waits for it", async () => {
  const { chain } = sending;
  chain.pointTo(proxy.url);
  const late = await sending.approved();
  await sending.look();
  await chain.increaseTime(DAY_S + 1);
  await chain.mine(FINAL_BLOCKS + 1);
  const isFinalized = ([tag]: unknown[]) => tag === "finalized";
  const fault = { kind: "refuse", message: "unknown block" } as const;
  proxy.setFault("eth_getBlockByNumber", fault, { when: isFinalized });
  const other = await sending.approved();
  for (let i = 0; i < 3; i++) {
    await expect(sending.look()).rejects.toThrow();
    await chain.mine(1);
  }
  expect(await sending.received(other)).toBe(other.netMicro);
  expect((await sending.get(late.id)).status).toBe("approved");
  proxy.clearFaults();
  await sending.finish([late, other], 3);
  expect((await sending.get(late.id)).status).toBe("failed");
  expect((await sending.get(other.id)).status).toBe("completed");
});

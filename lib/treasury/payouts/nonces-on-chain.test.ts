import "@/test/database";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Sending, startSending } from "@/test/chain/sending";
import { endTests, sql } from "@/test/fixtures/make";
import { findUse, searchEndMs } from "./find-use";
import { readStateBlock } from "./read-state";
import { findAuthorizations } from "./store";

/** Threat 9: dropped transactions, nonces used from outside, raised base fees, nonce gaps. */
let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(async () => {
  await sending.chain.stop();
  await endTests();
});
afterEach(async () => {
  expect(await sending.alerts()).toEqual([]);
  expect(await sending.faults()).toEqual([]);
});

const REPLACE_AFTER_S = 30;
const GWEI = 10n ** 9n;

/** Uses the relayer's next nonces for other transactions. */
async function burn(count: number): Promise<void> {
  const { chain, relayer } = sending;
  for (let i = 0; i < count; i++)
    await chain.client.request({
      method: "eth_sendTransaction",
      params: [{ from: relayer, to: relayer, maxFeePerGas: "0x174876e800" }],
    } as never);
}

async function nextNonce(): Promise<number> {
  return sending.chain.client.getTransactionCount({ address: sending.relayer });
}

test("a dropped transaction is sent again with the same bytes, as often as it is dropped", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.look();
  const [stored] = await sending.transactions(sent);
  for (let i = 0; i < 5; i++) {
    expect(await chain.drop(stored?.hash ?? "0x")).toBe(true);
    expect(await sending.look()).toMatchObject({ signed: 0, stored: 0 });
  }
  await sending.finish([sent]);
  expect(await sending.received(sent)).toBe(sent.netMicro);
  expect((await sending.get(sent.id)).txHash).toBe(stored?.hash);
});

test("a transaction that the pool lost between others does not delay them", async () => {
  const { chain } = sending;
  const four = [];
  for (let i = 0; i < 4; i++) four.push(await sending.approved());
  await sending.look();
  const [, second] = four;
  if (!second) throw new Error("no second");
  const [stored] = await sending.transactions(second);
  await chain.drop(stored?.hash ?? "0x");
  await chain.mine();
  await sending.finish(four);
  for (const each of four) expect(await sending.received(each)).toBe(each.netMicro);
});

test("an unmined transaction is replaced under its nonce with at least an eighth more, and paid once", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.look();
  const [first] = await sending.transactions(sent);
  // Above the first transaction's maximum fee.
  await chain.drop(first?.hash ?? "0x");
  await chain.setNextBaseFee(5n * GWEI);
  await chain.mine();
  expect(await sending.look()).toMatchObject({ replaced: 0 });
  await chain.increaseTime(REPLACE_AFTER_S);
  await chain.drop(first?.hash ?? "0x");
  await chain.setNextBaseFee(5n * GWEI);
  await chain.mine();
  expect(await sending.look()).toMatchObject({ signed: 0, stored: 1, replaced: 1 });
  // No second replacement before the delay is over.
  expect(await sending.look()).toMatchObject({ replaced: 0 });
  const stored = await sending.transactions(sent);
  const second = stored[1];
  expect(stored.map(({ nonce }) => nonce)).toEqual([first?.nonce, first?.nonce]);
  expect((second?.maxFee ?? 0n) * 8n).toBeGreaterThanOrEqual((first?.maxFee ?? 0n) * 9n);
  expect((second?.tip ?? 0n) * 8n).toBeGreaterThanOrEqual((first?.tip ?? 0n) * 9n);
  expect(second?.maxFee).toBeGreaterThan(5n * GWEI);
  await sending.finish([sent]);
  expect(await sending.received(sent)).toBe(sent.netMicro);
  expect((await sending.get(sent.id)).txHash).toBe(second?.hash);
  const statuses = (await sending.transactions(sent)).map(({ status }) => status);
  expect(statuses).toEqual(["superseded", "mined"]);
});

test("if the replaced transaction is mined, its hash is reported", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.look();
  const [first] = await sending.transactions(sent);
  await chain.drop(first?.hash ?? "0x");
  await chain.increaseTime(REPLACE_AFTER_S);
  await chain.mine();
  expect(await sending.look()).toMatchObject({ replaced: 1 });
  const [, second] = await sending.transactions(sent);
  await chain.drop(second?.hash ?? "0x");
  await chain.client.sendRawTransaction({ serializedTransaction: first?.raw ?? "0x" });
  await chain.mine();
  await sending.finish([sent]);
  expect((await sending.get(sent.id)).txHash).toBe(first?.hash);
  const statuses = (await sending.transactions(sent)).map(({ status }) => status);
  expect(statuses).toEqual(["mined", "superseded"]);
});

test("while the chain stands still no transaction counts as late", async () => {
  const sent = await sending.approved();
  await sending.look();
  await sql("UPDATE relayer_transactions SET created_at = created_at - interval '2 hours'");
  for (let i = 0; i < 3; i++) expect(await sending.look()).toMatchObject({ replaced: 0 });
  await sending.finish([sent]);
});

test("nothing is offered above the cap; an alert is open until fees have fallen", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.look();
  const [first] = await sending.transactions(sent);
  for (const seconds of [REPLACE_AFTER_S, REPLACE_AFTER_S]) {
    await chain.drop(first?.hash ?? "0x");
    await chain.setNextBaseFee(50n * GWEI);
    await chain.increaseTime(seconds);
    await chain.mine();
    expect(await sending.look()).toMatchObject({ replaced: 0 });
  }
  expect(await sending.alerts()).toEqual([{ kind: "fees_high", subject: "base-sepolia" }]);
  await chain.setNextBaseFee(1_000n);
  await sending.finish([sent]);
  expect(await sending.received(sent)).toBe(sent.netMicro);
  await sending.look();
});

test("after a nonce is used from outside the same authorization is sent under the next one, once that is certain", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.look();
  const [first] = await sending.transactions(sent);
  await chain.drop(first?.hash ?? "0x");
  await burn(1);
  await chain.mine();
  // A block that may still be reorganized away does not justify a second transaction.
  expect(await sending.look()).toMatchObject({ stored: 0 });
  await chain.mine();
  expect(await sending.look()).toMatchObject({ signed: 0, stored: 1 });
  const stored = await sending.transactions(sent);
  expect(stored.map(({ nonce, status }) => ({ nonce, status }))).toEqual([
    { nonce: first?.nonce, status: "superseded" },
    { nonce: (first?.nonce ?? 0) + 1, status: "pending" },
  ]);
  await sending.finish([sent]);
  expect(await sending.received(sent)).toBe(sent.netMicro);
  expect((await sending.get(sent.id)).txHash).toBe(stored[1]?.hash);
});

test("with many nonces used from outside each payout is paid once", async () => {
  const { chain } = sending;
  const many = [];
  for (let i = 0; i < 8; i++) many.push(await sending.approved(20 + i));
  await sending.look();
  for (const each of many) await chain.drop((await sending.transactions(each))[0]?.hash ?? "0x");
  await burn(5);
  await sending.finish(many, 20);
  for (const each of many) {
    expect(await sending.received(each)).toBe(each.netMicro);
    expect(
      (await sending.transactions(each)).filter(({ status }) => status === "mined"),
    ).toHaveLength(1);
  }
});

test("a gap before stored transactions is filled by a waiting payout or a filler", async () => {
  const { chain } = sending;
  const next = await nextNonce();
  const three = [];
  for (let i = 0; i < 3; i++) three.push(await sending.approved());
  await sending.look();
  const [first, second] = await sending.transactions();
  expect(first?.nonce).toBeLessThan(next);
  // As if another program's transactions had used these nonces and were reorganized away.
  const [a, b, c] = three;
  if (!a || !b || !c) throw new Error("no three");
  for (const each of [a, b]) await chain.drop((await sending.transactions(each))[0]?.hash ?? "0x");
  await sql("DELETE FROM relayer_transactions WHERE purpose_id = ANY($1)", [[a.id, b.id]]);
  expect(second).toBeDefined();
  await sql("UPDATE withdrawals SET approved_at = now() WHERE id = $1", [b.id]);
  await sending.finish(three);
  for (const each of three) expect(await sending.received(each)).toBe(each.netMicro);
  expect(await nextNonce()).toBe(next + 3);

  const last = [await sending.approved(), await sending.approved()];
  await sending.look();
  const [d, e] = last;
  if (!d || !e) throw new Error("no two");
  await chain.drop((await sending.transactions(d))[0]?.hash ?? "0x");
  await chain.setBlocklisted(d.to, true);
  await chain.mine();
  await sql("DELETE FROM relayer_transactions WHERE purpose_id = $1", [d.id]);
  await sending.finish([e]);
  expect(await sending.received(e)).toBe(e.netMicro);
  const fillers = (await sending.transactions()).filter(({ purpose }) => purpose === "filler");
  expect(fillers).toHaveLength(1);
  // Unblocked, the withdrawal is paid in the end.
  await chain.setBlocklisted(d.to, false);
  await chain.mine();
  const { shiftClock } = await import("@/lib/kernel/clock");
  shiftClock(15_001);
  await sending.finish([d]);
  expect(await sending.received(d)).toBe(d.netMicro);
});

test("an authorization that somebody else sends first is completed by that transaction", async () => {
  const { chain, relayer } = sending;
  const sent = await sending.approved();
  await sending.look();
  const [own] = await sending.transactions(sent);
  const waiting = await chain.client.getTransaction({ hash: own?.hash ?? "0x" });
  await chain.drop(own?.hash ?? "0x");
  const foreign: `0x${string}` = await chain.client.request({
    method: "eth_sendTransaction",
    params: [{ from: chain.faucet.address, to: waiting.to, data: waiting.input, gas: "0x30d40" }],
  } as never);
  await chain.mine();
  expect(await sending.received(sent)).toBe(sent.netMicro);
  await sending.finish([sent]);
  expect((await sending.get(sent.id)).txHash).toBe(foreign);
  expect(await sending.received(sent)).toBe(sent.netMicro);
  expect(own?.nonce).toBe((await chain.client.getTransactionCount({ address: relayer })) - 1);
});

test("the use of an authorization is found at any age, and none is found for an unused one", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.finish([sent]);
  const [authorization] = await findAuthorizations("base-sepolia", [sent.id]);
  if (!authorization) throw new Error("no authorization");
  await chain.mine(2_100);
  const until = { upTo: await readStateBlock(chain.network, "latest"), endMs: searchEndMs() };
  const { txHash } = await sending.get(sent.id);
  expect(await findUse(chain.network, authorization, until)).toBe(txHash);
  const unused = { ...authorization, nonce: `0x${"ab".repeat(32)}` as const };
  expect(await findUse(chain.network, unused, until)).toBeUndefined();
});

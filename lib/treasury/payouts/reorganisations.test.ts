import "@/test/database";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { type Sending, type SentWithdrawal, startSending } from "@/test/chain/sending";
import { forgetProcess } from "@/test/database/copy";
import { endTests, sql } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { rounds, upTo } from "@/test/rounds";

/** Threat 10: a payout is completed only after the confirmations; after an earlier reorganization it is sent again. */
const DEEPEST = 64;
const REPLACE_AFTER_S = 31;
const DEPTHS = rounds([1, 2, 7, 33, DEEPEST], upTo(DEEPEST));

/** anvil loses state after a thousand blocks and reorganizations, so the tests start a new chain in between. */
const DEPTHS_PER_CHAIN = 5;
const GROUPS = Array.from({ length: Math.ceil(DEPTHS.length / DEPTHS_PER_CHAIN) }, (_, index) => ({
  depths: DEPTHS.slice(index * DEPTHS_PER_CHAIN, (index + 1) * DEPTHS_PER_CHAIN),
}));

let sending: Sending;
async function start(): Promise<void> {
  await sql("DELETE FROM relayer_transactions");
  // The new chain is shorter than the one before.
  await sql("DELETE FROM payout_scans");
  forgetProcess();
  sending = await startSending();
}
afterAll(endTests);
afterEach(async () => {
  expect(await sending.faults()).toEqual([]);
});

function setConfirmations(count: number): void {
  process.env.CONFIRMATIONS_BASE_SEPOLIA = String(count);
  forgetEnv();
}

/** Completes a withdrawal whose payment then leaves the chain, and whose nonce another transaction uses. */
async function losePayment(): Promise<SentWithdrawal> {
  const { chain, relayer } = sending;
  const sent = await sending.approved();
  await sending.finish([sent]);
  await chain.reorg(4);
  await sending.look();
  await chain.drop((await sending.get(sent.id)).txHash);
  await chain.client.request({
    method: "eth_sendTransaction",
    params: [{ from: relayer, to: relayer }],
  } as never);
  await chain.mine(2);
  await sending.look();
  expect(await sending.alerts()).toEqual([{ kind: "payout_lost", subject: sent.id }]);
  return sent;
}

async function expectPaidOnce(sent: SentWithdrawal, before: bigint): Promise<void> {
  const { status, txHash } = await sending.get(sent.id);
  expect(status).toBe("completed");
  expect(await sending.received(sent)).toBe(sent.netMicro);
  expect(before - (await sending.chain.balanceOf(sending.treasury))).toBe(sent.netMicro);
  const receipt = await sending.chain.client.getTransactionReceipt({ hash: txHash });
  expect(receipt.status).toBe("success");
}

describe.each(GROUPS)("one of $depths blocks", ({ depths }) => {
  beforeAll(start);
  afterAll(() => sending.chain.stop());

  test.each(depths)("the paying block is lost in a reorganization of %i blocks", async (depth) => {
    const { chain } = sending;
    setConfirmations(DEEPEST + 1);
    const before = await chain.balanceOf(sending.treasury);
    const sent = await sending.approved();
    await sending.look();
    await chain.mine(depth);
    expect(await sending.received(sent)).toBe(sent.netMicro);
    expect(await sending.look()).toMatchObject({ stored: 0, completed: 0 });
    await chain.reorg(depth);
    expect(await sending.received(sent)).toBe(0n);
    expect((await sending.get(sent.id)).status).toBe("approved");

    // The same bytes are sent again.
    expect(await sending.look()).toMatchObject({ signed: 0, stored: 0, completed: 0 });
    await chain.mine();
    expect(await sending.received(sent)).toBe(sent.netMicro);
    await chain.mine(DEEPEST);
    expect(await sending.look()).toMatchObject({ completed: 1 });
    await expectPaidOnce(sent, before);
    expect(await sending.transactions(sent)).toHaveLength(1);
  });
});

describe("a reorganization", () => {
  beforeAll(start);
  afterAll(() => sending.chain.stop());

  test("repeated many times leads to one payment", async () => {
    const { chain } = sending;
    setConfirmations(6);
    const before = await chain.balanceOf(sending.treasury);
    const sent = await sending.approved();
    for (const depth of [1, 3, 5, 2, 4]) {
      await sending.look();
      await chain.mine(depth);
      await sending.look();
      await chain.reorg(depth);
    }
    await sending.finish([sent]);
    await expectPaidOnce(sent, before);
  });

  test("a reorganization that moves the transaction restarts its confirmations", async () => {
    const { chain } = sending;
    setConfirmations(4);
    const before = await chain.balanceOf(sending.treasury);
    const sent = await sending.approved();
    await sending.look();
    const [stored] = await sending.transactions(sent);
    await chain.mine(3);
    await chain.reorg(3, [[stored?.hash ?? "0x", 2]]);
    await chain.mine();
    expect(await sending.look()).toMatchObject({ completed: 0 });
    await chain.mine(2);
    expect(await sending.look()).toMatchObject({ completed: 1 });
    await expectPaidOnce(sent, before);
  });

  test("deeper than the confirmations resends a completed payment and changes no books", async () => {
    const { chain } = sending;
    setConfirmations(2);
    const before = await chain.balanceOf(sending.treasury);
    const both = [await sending.approved(), await sending.approved()];
    await sending.finish(both);
    await chain.reorg(12);
    for (const each of both) expect(await sending.received(each)).toBe(0n);
    expect(await sending.look()).toMatchObject({ signed: 0, stored: 0 });
    await chain.mine(3);
    expect(await sending.look()).toMatchObject({ completed: 0 });
    for (const each of both) expect(await sending.received(each)).toBe(each.netMicro);
    expect(before - (await chain.balanceOf(sending.treasury))).toBe(
      both.reduce((sum, { netMicro }) => sum + netMicro, 0n),
    );
    const statuses = (await sending.transactions()).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(["mined"]));
  });

  test("a reorganization of the first of two transactions replaces it by the second one again", async () => {
    const { chain } = sending;
    setConfirmations(2);
    const before = await chain.balanceOf(sending.treasury);
    const sent = await sending.approved();
    await sending.look();
    const [first] = await sending.transactions(sent);
    if (!first) throw new Error("nothing was sent");
    await chain.drop(first.hash);
    await chain.increaseTime(REPLACE_AFTER_S);
    await chain.mine();
    expect(await sending.look()).toMatchObject({ replaced: 1 });
    const [, second] = await sending.transactions(sent);
    await chain.drop(second?.hash ?? "0x");
    await chain.client.sendRawTransaction({ serializedTransaction: first.raw });
    await chain.mine(3);
    expect(await sending.look()).toMatchObject({ completed: 1 });
    await chain.reorg(3);
    await chain.drop(first.hash);
    expect(await sending.look()).toMatchObject({ replaced: 1 });
    await chain.mine(3);
    await sending.look();
    expect(await sending.received(sent)).toBe(sent.netMicro);
    expect(before - (await chain.balanceOf(sending.treasury))).toBe(sent.netMicro);
    const stored = await sending.transactions(sent);
    expect(stored.map(({ hash }) => hash)).toEqual([first.hash, second?.hash]);
  });

  test("a reorganization that gives its nonce to another transaction resends it under a new one, with an alert until it arrives", async () => {
    const { chain } = sending;
    setConfirmations(2);
    const before = await chain.balanceOf(sending.treasury);
    const sent = await losePayment();
    for (let i = 0; i < 4; i++) {
      await chain.mine();
      await sending.look();
    }
    expect(await sending.received(sent)).toBe(sent.netMicro);
    expect(before - (await chain.balanceOf(sending.treasury))).toBe(sent.netMicro);
    expect(await sending.alerts()).toEqual([]);
  });

  test("a reorganization that dropped a payment is reported again when it arrives after a person closed the alert", async () => {
    const { chain } = sending;
    setConfirmations(2);
    const sent = await losePayment();
    const { personId } = await makePerson({ role: "admin" });
    await sql(
      "UPDATE alerts SET closed_at = now(), closed_by = $2, close_reason = 'paid again' WHERE subject = $1 AND closed_at IS NULL",
      [sent.id, personId],
    );
    for (let i = 0; i < 4; i++) {
      await chain.mine();
      await sending.look();
    }
    expect(await sending.received(sent)).toBe(sent.netMicro);
    expect(await sending.alerts()).toEqual([{ kind: "payout_returned", subject: sent.id }]);
    const [loss] = await sql(
      "SELECT ended_at IS NOT NULL AS ended FROM alerts WHERE kind = 'payout_lost' AND subject = $1",
      [sent.id],
    );
    expect(loss).toEqual({ ended: true });
  });
});

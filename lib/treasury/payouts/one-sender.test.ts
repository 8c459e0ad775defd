import "@/test/database";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type ChainProxy, startChainProxy } from "@/test/chain/proxy";
import { type Sending, type SentWithdrawal, startSending } from "@/test/chain/sending";
import { endTests, sql } from "@/test/fixtures/make";
import type { SendStep } from "./steps";

/**
 * Threat 9: a lease ensures one sender per chain. A second sender does nothing; a sender that loses the lease stops.
 */
let sending: Sending;
let proxy: ChainProxy;
beforeAll(async () => {
  sending = await startSending();
  proxy = await startChainProxy(sending.chain.rpcUrl);
  sending.chain.pointTo(proxy.url);
});
afterAll(async () => {
  await proxy.stop();
  await sending.chain.stop();
  await endTests();
});
afterEach(async () => {
  expect(await sending.faults()).toEqual([]);
});

const LEASE = "send:base-sepolia";
const NOTHING = { signed: 0, stored: 0, replaced: 0, completed: 0, failed: 0 };

async function giveLeaseTo(holder: string, expiresIn: string): Promise<void> {
  await sql("UPDATE leases SET holder = $2, expires_at = now() + $3::interval WHERE name = $1", [
    LEASE,
    holder,
    expiresIn,
  ]);
}

async function stored(sent: SentWithdrawal) {
  const payouts = await sql("SELECT 1 FROM payouts WHERE withdrawal_id = $1", [sent.id]);
  return { payouts: payouts.length, transactions: (await sending.transactions(sent)).length };
}

test("with many concurrent senders each payout is signed, stored and paid once", async () => {
  const sent: SentWithdrawal[] = [];
  for (let round = 0; round < 8; round++) {
    for (let i = 0; i < 3; i++) sent.push(await sending.approved(10 + i));
    await Promise.all([1, 2, 3, 4].map(() => sending.look()));
    await sending.chain.mine();
  }
  await sending.finish(sent);
  for (const each of sent) {
    expect(await sending.received(each)).toBe(each.netMicro);
    expect(await stored(each)).toEqual({ payouts: 1, transactions: 1 });
  }
});

test("while another process has the lease nothing is done and the node is not called", async () => {
  const sent = await sending.approved();
  await giveLeaseTo("another", "1 minute");
  const asked = proxy.calls().length;
  expect(await sending.look()).toMatchObject(NOTHING);
  expect(proxy.calls()).toHaveLength(asked);
  expect(await stored(sent)).toEqual({ payouts: 0, transactions: 0 });
  await giveLeaseTo("another", "-1 second");
  await sending.finish([sent]);
  expect(await sending.received(sent)).toBe(sent.netMicro);
});

/** The stored and sent amounts when the lease is lost after a step: nothing beyond the state at that step. */
const LOSSES: [SendStep, { payouts: number; transactions: number }, number][] = [
  ["authorization-signed", { payouts: 0, transactions: 0 }, 0],
  ["authorization-stored", { payouts: 1, transactions: 0 }, 0],
  ["transaction-signed", { payouts: 1, transactions: 0 }, 0],
  ["transaction-stored", { payouts: 1, transactions: 1 }, 0],
  ["transaction-sent", { payouts: 1, transactions: 1 }, 1],
];

test.each(LOSSES)(
  "a sender that loses the lease after %s stops before storing or sending more",
  async (step, left, broadcasts) => {
    const sent = await sending.approved();
    const before = proxy.calls("eth_sendRawTransaction").length;
    await sending.look(async (reached) => {
      if (reached === step) await giveLeaseTo("another", "1 minute");
    });
    expect(await stored(sent)).toEqual(left);
    expect(proxy.calls("eth_sendRawTransaction").length - before).toBe(broadcasts);

    await giveLeaseTo("another", "-1 second");
    await sending.finish([sent]);
    expect(await sending.received(sent)).toBe(sent.netMicro);
    expect(await stored(sent)).toEqual({ payouts: 1, transactions: 1 });
  },
);

test("a sender that overslept its lease stores nothing while another has sent", async () => {
  const sent = await sending.approved();
  await sending.look(async (reached) => {
    if (reached !== "transaction-signed") return;
    await giveLeaseTo("nobody", "-1 second");
    await sending.look();
  });
  expect(await stored(sent)).toEqual({ payouts: 1, transactions: 1 });
  await sending.finish([sent]);
  expect(await sending.received(sent)).toBe(sent.netMicro);
  expect(await stored(sent)).toEqual({ payouts: 1, transactions: 1 });
});

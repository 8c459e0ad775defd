import "@/test/database";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { DAY_S, HOUR_S } from "@/lib/kernel/durations";
import { forgetEnv } from "@/lib/kernel/env";
import { endWithdrawal } from "@/lib/withdrawals/end-withdrawal";
import { type ChainProxy, startChainProxy } from "@/test/chain/proxy";
import { type Sending, type SentWithdrawal, startSending } from "@/test/chain/sending";
import { openAlertsAbout } from "@/test/fixtures/alerts";
import { walletOf } from "@/test/fixtures/books";
import { endTests } from "@/test/fixtures/make";
import { findAuthorizations } from "./store";
import { transferCall } from "./token-calls";

/** The first blocks come in quick succession, each dated a second later. */
const STARTED_AGO_S = 600;
/** Threat 8: the time of a block is only the node's statement. */
const LATER_S = BigInt(DAY_S + HOUR_S);

let sending: Sending;
let proxy: ChainProxy;
let wallet: number;
beforeAll(async () => {
  sending = await startSending({ slotsInAnEpoch: 1, startedAgoS: STARTED_AGO_S });
  proxy = await startChainProxy(sending.chain.rpcUrl);
  sending.chain.pointTo(proxy.url);
});
beforeEach(async () => {
  wallet = await walletOf(sending.partner.partnerId);
});
afterEach(() => proxy.clearFaults());
afterAll(async () => {
  await proxy.stop();
  await sending.chain.stop();
  await endTests();
});

interface Block {
  timestamp: `0x${string}`;
}

/** Makes the node report tomorrow's time for each block. */
function moveTimes(): void {
  const later = (block: unknown) => {
    const { timestamp } = block as Block;
    return { ...(block as Block), timestamp: `0x${(BigInt(timestamp) + LATER_S).toString(16)}` };
  };
  proxy.setFault("eth_getBlockByNumber", { kind: "rewrite", result: later });
}

/** Signatures are public: anybody who has seen one can submit it. */
async function sendAsAnybody({ id }: SentWithdrawal): Promise<void> {
  const { chain } = sending;
  const signed = await findAuthorizations(chain.network.chain, [id]);
  const authorization = signed.find((each) => each.id === id);
  if (!authorization) throw new Error(`nothing is signed for ${id}`);
  const params = [{ from: chain.faucet.address, ...transferCall(authorization) }];
  await chain.client.request({ method: "eth_sendTransaction", params } as never);
}

test("blocks dated tomorrow by a lying node open an alert, refund nothing, and the payout is paid afterwards", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.look();
  moveTimes();
  for (let i = 0; i < 3; i++) {
    await chain.mine();
    expect(await sending.look()).toMatchObject({ failed: 0, completed: 0, stored: 0 });
  }
  expect(await sending.alerts()).toEqual([{ kind: "chain_clock", subject: chain.network.chain }]);
  expect((await sending.get(sent.id)).status).toBe("approved");
  await sending.approved(20);
  expect(await sending.look()).toMatchObject({ signed: 0 });
  proxy.clearFaults();
  await sending.finish([sent]);
  expect(await sending.alerts()).toEqual([]);
  expect(await sending.received(sent)).toBe(sent.netMicro);
  expect(await walletOf(sending.partner.partnerId)).toBe(wallet - 120);
  expect(await sending.faults()).toEqual([]);
});

test.each([
  ["opens an alert", undefined],
  ["opens one if the node does not show the transaction", { kind: "refuse", message: "no logs" }],
] as const)("a refunded payout that somebody executes afterwards %s", async (_, fault) => {
  const { chain } = sending;
  // biome-ignore lint/suspicious/noExplicitAny: what nodes are asked
  const isForOne = ([{ topics }]: any[]) => topics.length === 3;
  if (fault) proxy.setFault("eth_getLogs", fault, { when: isForOne });
  const sent = await sending.approved();
  await sending.look();
  const [stored] = await sending.transactions(sent);
  await chain.drop(stored?.hash ?? "0x");
  // As if all safeguards had failed.
  const { partnerId } = sending.partner;
  await endWithdrawal({ withdrawalId: sent.id, partnerId }, { state: "failed", reason: "a test" });
  expect(await walletOf(sending.partner.partnerId)).toBe(wallet);
  await sendAsAnybody(sent);
  await chain.mine();
  expect(await sending.received(sent)).toBe(sent.netMicro);
  shiftClock(60_000);
  await sending.look();
  expect(await sending.alerts()).toContainEqual({ kind: "refunded_and_paid", subject: sent.id });
  expect((await sending.get(sent.id)).status).toBe("failed");
  if (fault) return;
  const [first] = await openAlertsAbout("refunded_and_paid", sent.id);
  expect(first.text).toMatch(/ in transaction 0x[0-9a-f]{64}: /);
  // The text keeps the transaction when the next search does not come to it.
  proxy.setFault("eth_getLogs", { kind: "refuse", message: "no logs" }, { when: isForOne });
  shiftClock(60_000);
  await sending.look();
  expect(await openAlertsAbout("refunded_and_paid", sent.id)).toEqual([first]);
});

test("an authorization that expired only by the chain's clock is not refunded yet", async () => {
  const { chain } = sending;
  process.env.CHAIN_PAYOUT_VALID_S = "100";
  forgetEnv();
  await chain.increaseTime(STARTED_AGO_S);
  await chain.mine();
  const sent = await sending.approved();
  await sending.look();
  for (const { hash } of await sending.transactions(sent)) await chain.drop(hash);
  await chain.increaseTime(200);
  await chain.mine(4);
  expect(await sending.look()).toMatchObject({ failed: 0 });
  expect((await sending.get(sent.id)).status).toBe("approved");
});

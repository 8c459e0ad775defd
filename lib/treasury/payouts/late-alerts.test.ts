import "@/test/database";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { type ChainProxy, startChainProxy } from "@/test/chain/proxy";
import { type Sending, type SentWithdrawal, startSending } from "@/test/chain/sending";
import { endTests } from "@/test/fixtures/make";
import type { Authorization } from "./authorization";
import { raiseLateAlerts } from "./raise-late-alerts";
import type { ChainView, OpenPayouts, SendRun } from "./run";

let sending: Sending;
let proxy: ChainProxy;
beforeAll(async () => {
  sending = await startSending();
  proxy = await startChainProxy(sending.chain.rpcUrl);
  sending.chain.pointTo(proxy.url);
  forgetEnv();
});
afterEach(() => lateAfter(undefined));
afterAll(async () => {
  await proxy.stop();
  await sending.chain.stop();
  await endTests();
});

/** Sets after which time a transaction is replaced; it is late after 20 times as long. */
function lateAfter(replaceAfterMs: string | undefined): void {
  if (replaceAfterMs === undefined) delete process.env.CHAIN_REPLACE_AFTER_MS;
  else process.env.CHAIN_REPLACE_AFTER_MS = replaceAfterMs;
  forgetEnv();
}

/** Expects the payout to be completed once the node works, and the alert to be closed. */
async function expectPaidWithoutAlert(sent: SentWithdrawal): Promise<void> {
  lateAfter(undefined);
  proxy.clearFaults();
  await sending.finish([sent]);
  expect((await sending.get(sent.id)).status).toBe("completed");
  await sending.look();
  expect(await sending.alerts()).toEqual([]);
}

test("a node that forwards nothing for long opens an alert, which closes afterwards", async () => {
  lateAfter("1000");
  const sent = await sending.approved();
  proxy.setFault("eth_sendRawTransaction", { kind: "status", status: 503, passOn: false });
  for (let i = 0; i < 3; i++) {
    await sending.look();
    await sending.chain.increaseTime(15);
    await sending.chain.mine();
  }
  expect(await sending.look()).toMatchObject({ stored: 1, replaced: 1 });
  expect(await sending.alerts()).toEqual([{ kind: "payout_stuck", subject: "base-sepolia" }]);
  const nonces = (await sending.transactions(sent)).map(({ nonce }) => nonce);
  expect(new Set(nonces).size).toBe(1);
  await expectPaidWithoutAlert(sent);
});

test("a node that does not report the result of a mined payout for long opens an alert, which closes afterwards", async () => {
  const sent = await sending.approved();
  proxy.setFault("eth_getTransactionReceipt", { kind: "rewrite", result: () => null });
  proxy.setFault("eth_getLogs", { kind: "rewrite", result: () => [] });
  await sending.finish([sent], 5);
  expect(await sending.alerts()).toEqual([]);
  lateAfter("1000");
  await sending.chain.increaseTime(30);
  await sending.finish([sent], 2);
  expect((await sending.get(sent.id)).status).toBe("approved");
  expect(await sending.alerts()).toEqual([{ kind: "payout_unread", subject: "base-sepolia" }]);
  expect(await sending.transactions(sent)).toHaveLength(1);
  await expectPaidWithoutAlert(sent);
});

test.each([
  ["an hour by both clocks", 3_600n, 0n, ["payout_unread"]],
  ["less than an hour", 3_599n, 0n, []],
  ["an hour by the database's clock only", 3_600n, 1n, []],
  ["an hour by the chain's clock only", 3_599n, -1n, []],
])(
  "an authorization without a result opens the alert after an hour: over for %s",
  async (_, overS, behindS, kinds) => {
    const nowS = 2_000_000_000n;
    const open = { id: "wd_1", state: "open", validBefore: nowS - overS } as Authorization;
    const run = { network: { chain: "base-sepolia" } } as SendRun;
    const work = { slots: [], authorizations: [open] } as unknown as OpenPayouts;
    await raiseLateAlerts(run, { head: { timeS: nowS - behindS }, nowS } as ChainView, work);
    expect((await sending.alerts()).map(({ kind }) => kind)).toEqual(kinds);
  },
);

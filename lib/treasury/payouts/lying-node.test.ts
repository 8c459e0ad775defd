import "@/test/database";
import { toFunctionSelector } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { type ChainProxy, type ProxyFault, startChainProxy } from "@/test/chain/proxy";
import { type Sending, type SentWithdrawal, startSending } from "@/test/chain/sending";
import { endTests } from "@/test/fixtures/make";

/**
 * Threat 7: an error that was a success. Whatever a node reports, a payout is paid once and reported only when certain.
 */
let sending: Sending;
let proxy: ChainProxy;
/** Applies to all requests, also to answered ones, which may take half a second on a busy machine. */
const RPC_TIMEOUT_MS = 3_000;
beforeAll(async () => {
  process.env.CHAIN_RPC_TIMEOUT_MS = String(RPC_TIMEOUT_MS);
  sending = await startSending();
  proxy = await startChainProxy(sending.chain.rpcUrl);
  sending.chain.pointTo(proxy.url);
  forgetEnv();
});
afterAll(async () => {
  await proxy.stop();
  await sending.chain.stop();
  await endTests();
});

const SEND = "eth_sendRawTransaction";
const AUTHORIZATION_STATE = toFunctionSelector("authorizationState(address,bytes32)");
const NONE = `0x${"00".repeat(32)}`;
const rewrite = (result: (of: never) => unknown): ProxyFault => ({
  kind: "rewrite",
  result: (of) => result(of as never),
});

function tellTruth(): void {
  proxy.clearFaults();
  proxy.lagBehind(0);
}

let mined: number;
beforeEach(async () => {
  mined = await sending.chain.client.getTransactionCount({ address: sending.relayer });
});
afterEach(async () => {
  tellTruth();
  expect(await sending.faults()).toEqual([]);
});

/** Polls and ignores errors, which these tests do not examine. */
async function tryLook(): Promise<void> {
  await sending.look().catch(() => undefined);
}

/** Expects one payment each, with this number of relayer transactions in total. */
async function expectPaidOnce(sent: readonly SentWithdrawal[], transactions = sent.length) {
  tellTruth();
  await sending.finish(sent);
  for (const each of sent) {
    expect(await sending.received(each)).toBe(each.netMicro);
    expect((await sending.get(each.id)).status).toBe("completed");
  }
  const after = await sending.chain.client.getTransactionCount({ address: sending.relayer });
  expect(after - mined).toBe(transactions);
}

describe("the transaction was forwarded, and the node", () => {
  const refuse = (message: string): ProxyFault => ({ kind: "refuse", message, passOn: true });
  const lies: [string, ProxyFault][] = [
    ["answers 503", { kind: "status", status: 503, passOn: true }],
    ["answers half", { kind: "cut" }],
    ["never answers", { kind: "hang", passOn: true }],
    ["hangs up", { kind: "reset", passOn: true }],
    ["calls the nonce too low", refuse("nonce too low")],
    ["calls it known already", refuse("already known")],
    ["calls it underpriced", refuse("replacement transaction underpriced")],
    ["has no gas for it", refuse("insufficient funds for gas * price + value")],
    ["tells another hash", rewrite(() => NONE)],
    ["tells nothing", rewrite(() => null)],
  ];
  test.each(lies)("%s: nothing is signed again", async (_, lie) => {
    const sent = [await sending.approved(), await sending.approved()];
    proxy.setFault(SEND, lie);
    for (let i = 0; i < 3; i++) {
      await sending.look();
      for (const each of sent) expect(await sending.transactions(each)).toHaveLength(1);
    }
    await expectPaidOnce(sent);
  });
});

describe("the transaction was not forwarded, and the node", () => {
  const lies: [string, ProxyFault][] = [
    ["answers 503", { kind: "status", status: 503, passOn: false }],
    ["never answers", { kind: "hang", passOn: false }],
    ["calls the nonce too low", { kind: "refuse", message: "nonce too low", passOn: false }],
    ["calls it known already", { kind: "refuse", message: "already known", passOn: false }],
  ];
  test.each(lies)("%s: the same bytes are sent until they arrive", async (_, lie) => {
    const sent = [await sending.approved(), await sending.approved()];
    proxy.setFault(SEND, lie);
    for (let i = 0; i < 3; i++) {
      await sending.look();
      await sending.chain.mine();
    }
    for (const each of sent) expect(await sending.received(each)).toBe(0n);
    for (const each of sent) expect(await sending.transactions(each)).toHaveLength(1);
    const bytes = new Set(
      proxy
        .calls(SEND)
        .slice(-6)
        .map(({ params }) => params[0]),
    );
    expect(bytes.size).toBe(2);
    await expectPaidOnce(sent);
  });
});

test("with vanishing receipts the payout is not sent again and is completed by the token's log", async () => {
  const sent = await sending.approved();
  proxy.setFault(
    "eth_getTransactionReceipt",
    rewrite(() => null),
  );
  await sending.finish([sent]);
  const [stored] = await sending.transactions(sent);
  expect((await sending.get(sent.id)).txHash).toBe(stored?.hash);
  await expectPaidOnce([sent]);
});

test("with vanishing receipts and logs the payout waits and is neither sent again nor refunded", async () => {
  const sent = await sending.approved();
  proxy.setFault(
    "eth_getTransactionReceipt",
    rewrite(() => null),
  );
  proxy.setFault(
    "eth_getLogs",
    rewrite(() => []),
  );
  await sending.finish([sent], 5);
  expect((await sending.get(sent.id)).status).toBe("approved");
  expect(await sending.transactions(sent)).toHaveLength(1);
  await expectPaidOnce([sent]);
});

test("a receipt of a block that is not in the chain is ignored", async () => {
  const sent = await sending.approved();
  const blockHash = `0x${"22".repeat(32)}`;
  const elsewhere = rewrite((receipt: { logs: object[] } | null) => {
    return (
      receipt && { ...receipt, blockHash, logs: receipt.logs.map((log) => ({ ...log, blockHash })) }
    );
  });
  proxy.setFault("eth_getTransactionReceipt", elsewhere);
  proxy.setFault(
    "eth_getLogs",
    rewrite(() => []),
  );
  await sending.finish([sent], 5);
  expect((await sending.get(sent.id)).status).toBe("approved");
  await expectPaidOnce([sent]);
});

test("a paid authorization that is reported as unused is not sent again", async () => {
  const sent = await sending.approved();
  await sending.look();
  await sending.chain.mine(3);
  const isState = ([call]: unknown[]) =>
    String((call as { data?: unknown }).data).startsWith(AUTHORIZATION_STATE);
  proxy.setFault(
    "eth_call",
    rewrite(() => NONE),
    { when: isState },
  );
  for (let i = 0; i < 3; i++) await sending.look();
  expect((await sending.get(sent.id)).status).toBe("approved");
  expect(await sending.transactions(sent)).toHaveLength(1);
  await expectPaidOnce([sent]);
});

test("with a lagging node nothing is sent twice or completed before that node has the confirmations", async () => {
  const sent = [await sending.approved(), await sending.approved()];
  proxy.lagBehind(3);
  expect(await sending.look()).toMatchObject({ signed: 0 });
  // Until the node knows the blocks up to which payouts were compared.
  await sending.chain.mine(3);
  expect(await sending.look()).toMatchObject({ signed: 2 });
  await sending.chain.mine(4);
  for (let i = 0; i < 3; i++) await sending.look();
  expect((await sending.get(sent[0]?.id ?? "")).status).toBe("approved");
  for (const each of sent) expect(await sending.transactions(each)).toHaveLength(1);
  await sending.chain.mine(1);
  expect(await sending.look()).toMatchObject({ completed: 2 });
  await expectPaidOnce(sent);
});

test("with nodes that lag in turn nothing is sent twice", async () => {
  const sent = [];
  for (let round = 0; round < 6; round++) {
    sent.push(await sending.approved());
    proxy.lagBehind(round % 2 === 0 ? 2 : 0);
    await tryLook();
    await sending.chain.mine();
    await tryLook();
  }
  // A transaction with an outdated nonce is not sent: the nonce is known to be used.
  await expectPaidOnce(sent);
});

test("with every other call failing each payout still arrives once", async () => {
  const sent = [];
  let calls = 0;
  const everyThird = { when: () => ++calls % 3 === 0 };
  proxy.setFault("*", { kind: "status", status: 503, passOn: true }, everyThird);
  for (let round = 0; round < 15; round++) {
    if (round < 4) sent.push(await sending.approved());
    await tryLook();
    await sending.chain.mine();
  }
  await expectPaidOnce(sent);
});

test("a very old nonce has no effect", async () => {
  const sent = [await sending.approved(), await sending.approved()];
  proxy.setFault(
    "eth_getTransactionCount",
    rewrite(() => "0x0"),
  );
  for (let i = 0; i < 2; i++) await tryLook();
  tellTruth();
  await sending.finish(sent, 25);
  for (const each of sent) {
    expect(await sending.received(each)).toBe(each.netMicro);
    expect((await sending.get(each.id)).status).toBe("completed");
  }
});

test("a node whose newest block is old shows no reorganization: what was mined stays mined", async () => {
  const given = process.env.CHAIN_HEAD_MAX_AGE_S;
  const sent = await sending.approved();
  await sending.finish([sent]);
  await sending.look();
  await sending.chain.mine(20);
  const statuses = async () => (await sending.transactions(sent)).map(({ status }) => status);
  expect(await statuses()).toEqual(["mined"]);
  proxy.lagBehind(25);
  process.env.CHAIN_HEAD_MAX_AGE_S = "300";
  forgetEnv();
  await tryLook();
  process.env.CHAIN_HEAD_MAX_AGE_S = given;
  forgetEnv();
  expect(await statuses()).toEqual(["mined"]);
});

test("the requests of a poll are bounded for any number of waiting payouts", async () => {
  const many = [];
  for (let i = 0; i < 30; i++) many.push(await sending.approved(6));
  const count = async () => {
    const before = proxy.calls().length;
    await sending.look();
    return proxy.calls().length - before;
  };
  // 16 transfers are simulated, estimated and sent; a few more requests read the chain.
  expect(await count()).toBeLessThan(16 * 3 + 15);
  expect(await count()).toBeLessThan(16 + 15);
  await sending.finish(many, 20);
  await sending.look();
  // Nothing waits: only the head is read, for reorganizations.
  expect(await count()).toBeLessThan(6);
});

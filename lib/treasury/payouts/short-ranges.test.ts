import "@/test/database";
import type { Hex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { look as watch } from "@/test/chain/deposits";
import { type ChainProxy, startChainProxy } from "@/test/chain/proxy";
import { type Sending, type SentWithdrawal, startSending } from "@/test/chain/sending";
import { endTests, sql } from "@/test/fixtures/make";
import { findUse } from "./find-use";
import { readStateBlock } from "./read-state";
import { findAuthorizations } from "./store";

/** Many nodes serve only some blocks per eth_getLogs: this one fewer than any read of the sender begins with. */
const MOST_BLOCKS = 100;
const REFUSAL = { kind: "refuse", message: "exceeds the maximum block range" } as const;

// biome-ignore lint/suspicious/noExplicitAny: what nodes are asked
type Filter = any;

let sending: Sending;
let proxy: ChainProxy;
beforeAll(async () => {
  sending = await startSending();
  proxy = await startChainProxy(sending.chain.rpcUrl);
  sending.chain.pointTo(proxy.url);
  await watch(sending.chain);
});
beforeEach(() => {
  const spanOf = ([filter]: Filter[]) => Number(filter.toBlock) - Number(filter.fromBlock) + 1;
  proxy.setFault("eth_getLogs", REFUSAL, { when: (params) => spanOf(params) > MOST_BLOCKS });
});
afterEach(async () => {
  proxy.clearFaults();
  expect(await sending.faults()).toEqual([]);
});
afterAll(async () => {
  await proxy.stop();
  await sending.chain.stop();
  await endTests();
});

async function expectPaid(sent: SentWithdrawal): Promise<void> {
  expect(await sending.received(sent)).toBe(sent.netMicro);
  expect((await sending.get(sent.id)).status).toBe("completed");
}

/** Makes an outsider submit the authorization of a sent payout before the relayer. Returns their transaction. */
async function submitFirst(sent: SentWithdrawal): Promise<Hex> {
  const { chain } = sending;
  const [own] = await sending.transactions(sent);
  const { to, input: data } = await chain.client.getTransaction({ hash: own?.hash ?? "0x" });
  await chain.drop(own?.hash ?? "0x");
  const foreign: Hex = await chain.client.request({
    method: "eth_sendTransaction",
    params: [{ from: chain.faucet.address, to, data, gas: "0x30d40" }],
  } as never);
  await chain.mine();
  return foreign;
}

/** Makes the node refuse the logs that show the use of an authorization, even in one block. */
async function hideUse({ id }: SentWithdrawal): Promise<void> {
  const [row] = await sql(
    "SELECT authorization_nonce AS nonce FROM payouts WHERE withdrawal_id = $1",
    [id],
  );
  proxy.setFault("eth_getLogs", REFUSAL, {
    when: ([filter]: Filter[]) => filter.topics[2] === row.nonce,
  });
}

test("payouts go on after an outage of more blocks than the node serves at once", async () => {
  const { chain } = sending;
  const before = await sending.approved();
  await sending.finish([before]);
  await expectPaid(before);
  await chain.mine(5 * MOST_BLOCKS);
  await watch(chain);
  const after = await sending.approved();
  await sending.finish([after]);
  await expectPaid(after);
});

test("an authorization that an outsider submits first stops no other payout, and is completed", async () => {
  const robbed = await sending.approved();
  await sending.look();
  const foreign = await submitFirst(robbed);
  const others = [await sending.approved(), await sending.approved()];
  await sending.finish([robbed, ...others]);
  for (const each of [robbed, ...others]) await expectPaid(each);
  expect((await sending.get(robbed.id)).txHash).toBe(foreign);
});

test("a slot whose result the node does not show stops no other payout, and is not paid again", async () => {
  const robbed = await sending.approved();
  await sending.look();
  const foreign = await submitFirst(robbed);
  await hideUse(robbed);
  const others = [await sending.approved(), await sending.approved()];
  await sending.finish(others);
  for (const each of others) await expectPaid(each);
  for (let i = 0; i < 3; i++) {
    expect(await sending.look()).toMatchObject({ signed: 0, stored: 0 });
    await sending.chain.mine();
  }
  expect((await sending.get(robbed.id)).status).toBe("approved");
  expect(await sending.transactions(robbed)).toHaveLength(1);
  proxy.clearFaults();
  await sending.finish([robbed]);
  await expectPaid(robbed);
  expect((await sending.get(robbed.id)).txHash).toBe(foreign);
});

test("an authorization without a transaction whose use the node does not show stops no other payout", async () => {
  const robbed = await sending.approved();
  await sending.look();
  const foreign = await submitFirst(robbed);
  // As in a restored database that has lost the transaction.
  await sql("DELETE FROM relayer_transactions WHERE purpose_id = $1", [robbed.id]);
  await hideUse(robbed);
  const other = await sending.approved();
  await sending.finish([other]);
  await expectPaid(other);
  expect((await sending.get(robbed.id)).status).toBe("approved");
  expect(await sending.transactions(robbed)).toEqual([]);
  proxy.clearFaults();
  await sending.finish([robbed]);
  await expectPaid(robbed);
  expect((await sending.get(robbed.id)).txHash).toBe(foreign);
});

test("a search for the use of an authorization that runs out of time goes on where it ended", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.finish([sent]);
  await chain.mine(5 * MOST_BLOCKS);
  const [authorization] = await findAuthorizations(chain.network.chain, [sent.id]);
  if (!authorization) throw new Error("no authorization");
  const upTo = await readStateBlock(chain.network, "latest");
  let usedBy: Hex | undefined;
  let searches = 0;
  while (!usedBy && searches < 30) {
    searches += 1;
    const until = { upTo, endMs: performance.now() };
    usedBy = await findUse(chain.network, authorization, until).catch(() => undefined);
  }
  expect(usedBy).toBe((await sending.get(sent.id)).txHash);
  expect(searches).toBeGreaterThan(4);
});

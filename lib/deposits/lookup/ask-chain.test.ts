import "@/test/database";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startChain, type TestChain } from "@/test/chain";
import { type ChainProxy, startChainProxy } from "@/test/chain/proxy";
import { endTests } from "@/test/fixtures/make";
import { askChain } from "./ask-chain";

const RECEIPT = "eth_getTransactionReceipt";
const TRANSACTION = "eth_getTransactionByHash";
const LOOKUPS = 4;

let chain: TestChain;
let proxy: ChainProxy;
beforeAll(async () => {
  chain = await startChain();
  proxy = await startChainProxy(chain.rpcUrl);
  chain.pointTo(proxy.url);
});
afterAll(async () => {
  await proxy.stop();
  await chain.stop();
  await endTests();
});

test("lookups at once read one receipt at a time: each may take a large part of the memory", async () => {
  const { network } = chain;
  const hash = await chain.transfer({ to: `0x${"c0".repeat(20)}`, amountMicro: 7n });
  expect(await askChain(network, hash)).toMatchObject({ state: "mined" });
  const before = proxy.calls(RECEIPT).length;
  const sentBefore = proxy.calls(TRANSACTION).length;
  proxy.setFault(RECEIPT, { kind: "hang", passOn: false });
  const lookups = Array.from({ length: LOOKUPS }, () => askChain(network, hash));
  // A lookup reads the receipt after the transaction.
  await expect.poll(() => proxy.calls(TRANSACTION).length).toBe(sentBefore + LOOKUPS);
  await expect.poll(() => proxy.calls(RECEIPT).length).toBeGreaterThan(before);
  await sleep(100);
  expect(proxy.calls(RECEIPT).length).toBe(before + 1);
  proxy.clearFaults();
  proxy.resetHanging();
  const [first, ...others] = await Promise.all(lookups);
  expect(first).toEqual({ state: "unreachable" });
  for (const answer of others)
    expect(answer).toMatchObject({ state: "mined", mined: { status: "0x1" } });
});

import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { startChain, type TestChain } from "@/test/chain";
import { type ChainProxy, startChainProxy } from "@/test/chain/proxy";
import { endTests } from "@/test/fixtures/make";
import { askChain } from "./ask-chain";

const RECEIPT = "eth_getTransactionReceipt";
const LOOKUPS = 4;

let chain: TestChain;
let proxy: ChainProxy;
beforeAll(async () => {
  process.env.CHAIN_RPC_TIMEOUT_MS = "500";
  forgetEnv();
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
  proxy.setFault(RECEIPT, { kind: "hang", passOn: false });
  const lookups = Array.from({ length: LOOKUPS }, () => askChain(network, hash));
  await expect.poll(() => proxy.calls(RECEIPT).length).toBe(before + 1);
  const [first] = lookups;
  expect(await first).toEqual({ state: "unreachable" });
  expect(proxy.calls(RECEIPT).length).toBeLessThanOrEqual(before + 2);
  proxy.clearFaults();
  const answers = await Promise.all(lookups);
  expect(answers.at(-1)).toMatchObject({ state: "mined", mined: { status: "0x1" } });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { startChain, type TestChain } from "@/test/chain";
import { type ChainProxy, startChainProxy } from "@/test/chain/proxy";
import { ChainOffError, chainClient } from "./client";
import { confirmationsOf } from "./confirmations-of";

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
});

test("never retries a failed request", async () => {
  proxy.setFault("eth_sendRawTransaction", { kind: "status", status: 503, passOn: true });
  const sending = chainClient(chain.network).sendRawTransaction({ serializedTransaction: "0x02" });
  await expect(sending).rejects.toThrow();
  expect(proxy.calls("eth_sendRawTransaction")).toHaveLength(1);
});

test("does not cache responses", async () => {
  const client = chainClient(chain.network);
  const before = await client.getBlockNumber();
  await chain.mine();
  expect(await client.getBlockNumber()).toBe(before + 1n);
});

test("sends requests one by one", async () => {
  const client = chainClient(chain.network);
  await Promise.all([client.getBlockNumber(), client.getChainId(), client.getGasPrice()]);
  for (const method of ["eth_blockNumber", "eth_chainId", "eth_gasPrice"])
    expect(proxy.calls(method).length).toBeGreaterThan(0);
});

test.each([{ kind: "hang", passOn: true }, { kind: "stall" }] as const)(
  "a request whose answer does not come or not end ($kind) fails in time",
  async (fault) => {
    process.env.CHAIN_RPC_TIMEOUT_MS = "300";
    // Another URL, because a client has the time limit with which it was made.
    chain.pointTo(`${proxy.url}/${fault.kind}`);
    proxy.setFault("eth_blockNumber", fault);
    await expect(chainClient(chain.network).getBlockNumber()).rejects.toThrow();
    proxy.clearFaults();
    delete process.env.CHAIN_RPC_TIMEOUT_MS;
    chain.pointTo(proxy.url);
  },
);

test("names the missing setting when the chain is off", () => {
  chain.pointTo(undefined);
  expect(() => chainClient(chain.network)).toThrow(ChainOffError);
  expect(() => chainClient(chain.network)).toThrow(/RPC_URL_BASE_SEPOLIA/);
  chain.pointTo(proxy.url);
});

test("confirmations are the network's by default", () => {
  expect(confirmationsOf(chain.network)).toBe(chain.network.confirmations);
  process.env.CONFIRMATIONS_BASE_SEPOLIA = "2";
  forgetEnv();
  expect(confirmationsOf(chain.network)).toBe(2);
  delete process.env.CONFIRMATIONS_BASE_SEPOLIA;
  forgetEnv();
});

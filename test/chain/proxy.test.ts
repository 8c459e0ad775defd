import { createPublicClient, http } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startChain, type TestChain } from "./index";
import { type ChainProxy, startChainProxy } from "./proxy";

const PAYEE = "0x1111111111111111111111111111111111111111";

let chain: TestChain;
let proxy: ChainProxy;
beforeAll(async () => {
  chain = await startChain();
  proxy = await startChainProxy(chain.rpcUrl);
});
afterEach(() => {
  proxy.clearFaults();
  proxy.lagBehind(0);
});
afterAll(async () => {
  await proxy.stop();
  await chain.stop();
});

const throughProxy = (timeout = 60_000) =>
  createPublicClient({
    transport: http(proxy.url, { retryCount: 0, timeout }),
    cacheTime: 0,
  });

async function signed(): Promise<`0x${string}`> {
  const { address } = chain.faucet;
  return chain.faucet.signTransaction({
    chainId: 84532,
    to: PAYEE,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
    nonce: await chain.client.getTransactionCount({ address }),
  });
}

const paid = () => chain.client.getBalance({ address: PAYEE });
const send = async (timeout?: number) =>
  throughProxy(timeout).sendRawTransaction({ serializedTransaction: await signed() });

test("forwards calls, and records them", async () => {
  expect(await throughProxy().getBlockNumber()).toBe(await chain.headNumber());
  expect(proxy.calls("eth_blockNumber")).toHaveLength(1);
});

test.each([
  [{ kind: "status", status: 503, passOn: true }, 1n],
  [{ kind: "status", status: 503, passOn: false }, 0n],
  [{ kind: "hang", passOn: true }, 1n],
  [{ kind: "hang", passOn: false }, 0n],
  [{ kind: "reset", passOn: true }, 1n],
  [{ kind: "reset", passOn: false }, 0n],
  [{ kind: "cut" }, 1n],
  [{ kind: "refuse", message: "nonce too low" }, 0n],
  [{ kind: "refuse", message: "already known", passOn: true }, 1n],
] as const)("a send with the fault %o throws and moves %s", async (fault, moved) => {
  const before = await paid();
  proxy.setFault("eth_sendRawTransaction", fault);
  await expect(send(fault.kind === "hang" ? 500 : undefined)).rejects.toThrow();
  // The node responds before it mines, and on a busy machine may get or include the transaction only later.
  const paidSince = async () => {
    await chain.mine();
    return (await paid()) - before;
  };
  await expect.poll(paidSince).toBe(moved);
});

test("applies a fault for the given number of calls, and to matching calls only", async () => {
  const rewritten = { kind: "rewrite", result: () => "0x7" } as const;
  proxy.setFault("eth_getBalance", rewritten, { times: 1, when: ([who]) => who === PAYEE });
  const client = throughProxy();
  expect(await client.getBalance({ address: chain.faucet.address })).not.toBe(7n);
  expect(await client.getBalance({ address: PAYEE })).toBe(7n);
  expect(await client.getBalance({ address: PAYEE })).toBe(await paid());
});

test("lags behind in the responses of all methods", async () => {
  const hash = await chain.transfer({ to: PAYEE, amountMicro: 9n });
  await chain.mine(1);
  proxy.lagBehind(2);
  const client = throughProxy();
  const head = await chain.headNumber();
  expect(await client.getBlockNumber()).toBe(head - 2n);
  expect((await client.getBlock()).number).toBe(head - 2n);
  await expect(client.getBlock({ blockNumber: head })).rejects.toThrow("could not be found");
  await expect(client.getTransactionReceipt({ hash })).rejects.toThrow("could not be found");
  expect(await client.getLogs({ fromBlock: head - 1n, toBlock: head })).toEqual([]);
  proxy.lagBehind(1);
  expect((await client.getTransactionReceipt({ hash })).status).toBe("success");
  expect(await client.getLogs({ fromBlock: head - 1n, toBlock: head })).toHaveLength(1);
});

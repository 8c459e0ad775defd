import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Log } from "@/lib/chain/read/read-logs";
import { startChain, type TestChain } from "@/test/chain";
import { type ChainProxy, startChainProxy } from "@/test/chain/proxy";
import { endTests } from "@/test/fixtures/make";
import { rememberingReader } from "./show-unconfirmed";

const RECEIPT = "eth_getTransactionReceipt";
const BLOCK = `0x${"b".repeat(64)}` as const;
const hashOf = (n: number): `0x${string}` => `0x${n.toString(16).padStart(64, "0")}`;

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

/** Makes the node answer with receipts of this number of logs. */
function setLogs(count: number): void {
  const result = (_: unknown, [transactionHash]: unknown[]) => {
    const at = { blockHash: BLOCK, blockNumber: "0x1", transactionHash };
    const logs = Array.from({ length: count }, (_each, index) => ({
      ...{ ...at, address: chain.faucet.address, topics: [], data: "0x" },
      logIndex: `0x${index.toString(16)}`,
    }));
    return { ...at, status: "0x1", logs };
  };
  proxy.clearFaults();
  proxy.setFault(RECEIPT, { kind: "rewrite", result });
}

test("receipts are remembered, and together never more than fit", async () => {
  const read = rememberingReader();
  const asked = async (n: number) => {
    const before = proxy.calls(RECEIPT).length;
    await read(chain.network, { blockHash: BLOCK, transactionHash: hashOf(n) } as Log);
    return proxy.calls(RECEIPT).length - before;
  };
  setLogs(10);
  expect([await asked(1), await asked(1)]).toEqual([1, 0]);
  setLogs(30_000);
  for (let n = 2; n < 6; n++) expect(await asked(n)).toBe(1);
  expect([await asked(5), await asked(1), await asked(2)]).toEqual([0, 1, 1]);
});

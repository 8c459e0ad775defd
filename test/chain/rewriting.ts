import type { Hash } from "viem";
import type { TestChain } from "./index";
import { startChainProxy } from "./proxy";

export interface RawLog {
  transactionHash: Hash;
  data: string;
  topics: string[];
}

/** Makes the node of the chain report another transfer for this transaction. */
export async function startRewriting(
  chain: TestChain,
  hash: Hash,
  change: (log: RawLog) => RawLog,
) {
  const proxy = await startChainProxy(chain.rpcUrl);
  const changed = (logs: unknown) =>
    (logs as RawLog[]).map((log) => (log.transactionHash === hash ? change(log) : log));
  proxy.setFault("eth_getLogs", { kind: "rewrite", result: changed });
  proxy.setFault("eth_getTransactionReceipt", {
    kind: "rewrite",
    result: (receipt) => receipt && { ...receipt, logs: changed(Reflect.get(receipt, "logs")) },
  });
  chain.pointTo(proxy.url);
  return proxy;
}

import { chainReady } from "@/lib/chain/check-network";
import { rpcUrl } from "@/lib/chain/client";
import type { Network } from "@/lib/chain/networks";
import { readBlock } from "@/lib/chain/read/read-block";
import { type Receipt, readReceipt } from "@/lib/chain/read/read-receipt";
import { readTransaction, type SentTransaction } from "@/lib/chain/read/read-transaction";
import type { Hex } from "@/lib/chain/read/reply-fields";
import { errorFields, log } from "@/lib/kernel/log";

/** The maximum wait of a request, however slow the node is. */
const MAX_WAIT_MS = 5_000;

/** A chain's answer about a transaction. `unreachable`: the node gave no answer. */
export type ChainAnswer =
  | { state: "mined"; receipt: Receipt; sent: SentTransaction | null; headNumber: bigint }
  | { state: "pending" }
  | { state: "unknown" }
  | { state: "unreachable" };

async function ask(network: Network, txHash: Hex): Promise<ChainAnswer> {
  if (rpcUrl(network) === undefined || !(await chainReady(network)))
    return { state: "unreachable" };
  const [receipt, sent] = await Promise.all([
    readReceipt(network, txHash),
    readTransaction(network, txHash),
  ]);
  if (!receipt) return { state: sent ? "pending" : "unknown" };
  const head = await readBlock(network, "latest");
  return { state: "mined", receipt, sent, headNumber: head.number };
}

/**
 * Requests a transaction from the chain's node, within a bounded time. Never throws: a node's failure is not a failure
 * of the service.
 */
export async function askChain(network: Network, txHash: Hex): Promise<ChainAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ChainAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ state: "unreachable" }), MAX_WAIT_MS);
  });
  const answer = ask(network, txHash).catch((error: unknown): ChainAnswer => {
    log().warn({ chain: network.chain, failure: errorFields(error) }, "transaction not read");
    return { state: "unreachable" };
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

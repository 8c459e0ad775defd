import { z } from "zod";
import type { ChainAddress, Network } from "@/lib/chain/networks";
import { askNode, NodeReplyError } from "./ask-node";
import { address, data, type Hex, hash32, quantity, toQuantity } from "./reply-fields";

/** Nodes that silently truncate a response do so at a round number of logs. */
const SUSPECT_LOG_COUNTS = new Set([1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000]);

export const logReply = z.object({
  address,
  topics: z.array(hash32),
  data,
  blockHash: hash32,
  blockNumber: quantity,
  transactionHash: hash32,
  logIndex: quantity,
});
export type Log = z.output<typeof logReply>;

/** Blocks by number, first and last block included. */
export interface BlockSpan {
  from: bigint;
  to: bigint;
}

/** A span of blocks, or one block by hash. A node that lacks that block returns an error. */
export type Blocks = BlockSpan | { hash: Hex };

interface LogFilter {
  address: ChainAddress | readonly ChainAddress[];
  topics: readonly unknown[];
}

function isWithin(blocks: Blocks, log: Log): boolean {
  return "hash" in blocks
    ? log.blockHash === blocks.hash
    : log.blockNumber >= blocks.from && log.blockNumber <= blocks.to;
}

/**
 * Reads the logs of these blocks. A node may refuse a span that is long for it: `readRanges` reads one in parts.
 * @throws NodeReplyError when the node answers with other blocks, or may have left out logs of several blocks.
 */
export async function readLogs(
  network: Network,
  { address: contract, topics }: LogFilter,
  blocks: Blocks,
): Promise<Log[]> {
  const where =
    "hash" in blocks
      ? { blockHash: blocks.hash }
      : { fromBlock: toQuantity(blocks.from), toBlock: toQuantity(blocks.to) };
  const filter = { ...where, address: contract, topics };
  const logs = await askNode(network, z.array(logReply), "eth_getLogs", [filter]);
  const stray = logs.find((log) => !isWithin(blocks, log));
  if (stray)
    throw new NodeReplyError(
      `the node of ${network.chain} answered with block ${stray.blockNumber}, which was not asked for`,
    );
  const isRange = "from" in blocks && blocks.to > blocks.from;
  if (isRange && SUSPECT_LOG_COUNTS.has(logs.length))
    throw new NodeReplyError(`the node of ${network.chain} may have cut off its answer`);
  return logs;
}

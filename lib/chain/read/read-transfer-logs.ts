import { pad, toEventHash } from "viem";
import { z } from "zod";
import type { ChainAddress, Network } from "@/lib/chain/networks";
import { askNode, NodeReplyError } from "./ask-node";
import { address, data, type Hex, hash32, quantity, toQuantity } from "./reply-fields";

/** `Transfer(address,address,uint256)`, of which two are indexed: a third one is that of a collectible. */
export const TRANSFER_TOPIC = toEventHash("Transfer(address,address,uint256)");
export const TRANSFER_TOPICS = 3;

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

/** Blocks by number, first and last included; or the one block of a hash, which a node that lacks it refuses. */
export type Blocks = { from: bigint; to: bigint } | { hash: Hex };

function isAsked(blocks: Blocks, log: Log): boolean {
  return "hash" in blocks
    ? log.blockHash === blocks.hash
    : log.blockNumber >= blocks.from && log.blockNumber <= blocks.to;
}

/**
 * Transfers of the network's credited tokens, by the addresses of their contracts; only those to `recipients` when they
 * are given. Nothing is read from them but where to look: what is credited stands in receipts.
 */
export async function readTransferLogs(
  network: Network,
  blocks: Blocks,
  recipients?: readonly ChainAddress[],
): Promise<Log[]> {
  const where =
    "hash" in blocks
      ? { blockHash: blocks.hash }
      : { fromBlock: toQuantity(blocks.from), toBlock: toQuantity(blocks.to) };
  const topics = [
    TRANSFER_TOPIC,
    ...(recipients ? [null, recipients.map((recipient) => pad(recipient))] : []),
  ];
  const contracts = network.tokens.map((token) => token.address);
  const filter = { ...where, address: contracts, topics };
  const logs = await askNode(network, z.array(logReply), "eth_getLogs", [filter]);
  const stray = logs.find((log) => !isAsked(blocks, log));
  if (stray)
    throw new NodeReplyError(
      `the node of ${network.chain} answered with block ${stray.blockNumber}, which was not asked for`,
    );
  return logs;
}

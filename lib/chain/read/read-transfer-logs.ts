import { pad, toEventHash } from "viem";
import { z } from "zod";
import type { ChainAddress, Network } from "@/lib/chain/networks";
import { askNode, NodeReplyError } from "./ask-node";
import { address, data, type Hex, hash32, quantity, toQuantity } from "./reply-fields";

/** `Transfer(address,address,uint256)` with two indexed arguments; with a third indexed one, the token is an NFT. */
export const TRANSFER_TOPIC = toEventHash("Transfer(address,address,uint256)");
/** The topic of the log with which a token records the use of an EIP-3009 authorization. */
export const AUTHORIZATION_USED_TOPIC = toEventHash("AuthorizationUsed(address,bytes32)");
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

/**
 * A block range, first and last block included, or one block by hash. A node that lacks that block returns an error.
 */
export type Blocks = { from: bigint; to: bigint } | { hash: Hex };

function isAsked(blocks: Blocks, log: Log): boolean {
  return "hash" in blocks
    ? log.blockHash === blocks.hash
    : log.blockNumber >= blocks.from && log.blockNumber <= blocks.to;
}

/**
 * Reads transfers of the network's supported tokens, by contract address; with `recipients`, only transfers to these.
 * The logs only locate transactions: credits are based on the receipts.
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

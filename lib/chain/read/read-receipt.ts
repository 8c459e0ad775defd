import { z } from "zod";
import type { Network } from "@/lib/chain/networks";
import { askNode, NodeReplyError } from "./ask-node";
import { logReply } from "./read-logs";
import { address, type Hex, hash32, quantity } from "./reply-fields";

const receiptReply = z
  .object({
    transactionHash: hash32,
    blockHash: hash32,
    blockNumber: quantity,
    status: z.enum(["0x0", "0x1"]),
    to: address.nullish(),
    logs: z.array(logReply),
  })
  .nullable();

export type Receipt = NonNullable<z.output<typeof receiptReply>>;

/**
 * Reads a transaction's receipt; null when the node knows no block with it. Logs are in the order of the block.
 * @throws NodeReplyError when the receipt does not belong to the transaction.
 */
export async function readReceipt(network: Network, txHash: Hex): Promise<Receipt | null> {
  const receipt = await askNode(network, receiptReply, "eth_getTransactionReceipt", [txHash]);
  if (!receipt) return null;
  const isWhole =
    receipt.transactionHash === txHash &&
    receipt.logs.every(
      (log) => log.transactionHash === txHash && log.blockHash === receipt.blockHash,
    );
  if (!isWhole)
    throw new NodeReplyError(`the node of ${network.chain} answered with another receipt`);
  receipt.logs.sort((first, second) => Number(first.logIndex - second.logIndex));
  return receipt;
}

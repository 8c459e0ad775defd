import { z } from "zod";
import type { Network } from "@/lib/chain/networks";
import { askNode, NodeReplyError } from "./ask-node";
import { hash32, quantity, toQuantity } from "./reply-fields";

const blockReply = z
  .object({ number: quantity, hash: hash32, parentHash: hash32, timestamp: quantity })
  .nullable();

/** A block header; `timestamp` is in seconds of the chain's clock. */
export type Block = NonNullable<z.output<typeof blockReply>>;

/** @throws NodeReplyError when the node does not have the block or returns another one. */
export async function readBlock(network: Network, at: bigint | "latest"): Promise<Block> {
  const tag = at === "latest" ? at : toQuantity(at);
  const block = await askNode(network, blockReply, "eth_getBlockByNumber", [tag, false]);
  if (!block || (at !== "latest" && block.number !== at))
    throw new NodeReplyError(`the node of ${network.chain} does not have block ${at}`);
  return block;
}

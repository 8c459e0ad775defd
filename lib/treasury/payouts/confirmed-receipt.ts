import type { Hex } from "viem";
import type { Network } from "@/lib/chain/networks";
import { type Receipt, readReceipt } from "@/lib/chain/read/read-receipt";
import { readStateBlock, type StateBlock } from "./read-state";

/**
 * Returns the receipt of a transaction that is on the chain up to a block; undefined when its block was reorganized
 * away.
 */
export async function confirmedReceipt(
  network: Network,
  hash: Hex,
  upTo: StateBlock,
): Promise<Receipt | undefined> {
  const receipt = await readReceipt(network, hash);
  if (!receipt || receipt.blockNumber > upTo.number) return undefined;
  const block = await readStateBlock(network, receipt.blockNumber);
  return block.hash === receipt.blockHash ? receipt : undefined;
}

import type { Network } from "@/lib/chain/networks";
import { askEach } from "@/lib/chain/read/ask-each";
import { NodeReplyError } from "@/lib/chain/read/ask-node";
import { readReceipt } from "@/lib/chain/read/read-receipt";
import type { Hex } from "@/lib/chain/read/reply-fields";
import { readIsUsed, readStateBlock, type StateBlock } from "@/lib/treasury/payouts/read-state";
import type { ChainBooks } from "../books/books";
import { type BlockFacts, keyOfPosted } from "./expect-balances";
import { readArrivals } from "./read-arrivals";

/**
 * Reads from the chain, as of a block, the facts that the books do not determine.
 * @throws NodeReplyError when the block left the chain meanwhile.
 */
export async function readBlockFacts(
  network: Network,
  { cursor, uncertain, posted }: ChainBooks,
  block: StateBlock,
): Promise<BlockFacts> {
  const used = await askEach(uncertain, (transfer) => readIsUsed(network, transfer, block.hash));
  const ids = uncertain.filter((_, index) => used[index]).map(({ id }) => id);
  const recent = posted.filter(({ isRecent, txHash }) => isRecent && txHash !== null);
  const receipts = await askEach(recent, ({ txHash }) => readReceipt(network, txHash as Hex));
  const later = recent.filter((_, index) => {
    const minedIn = receipts[index]?.blockNumber;
    return minedIn === undefined || minedIn > block.number;
  });
  const arrived = await readArrivals(network, { after: cursor, upTo: block.number });
  const again = await readStateBlock(network, block.number);
  if (again.hash !== block.hash)
    throw new NodeReplyError(`block ${block.number} of ${network.chain} left the chain meanwhile`);
  return { carriedOut: new Set(ids), arrived, postedLater: new Set(later.map(keyOfPosted)) };
}

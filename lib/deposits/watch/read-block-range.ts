import type { Network } from "@/lib/chain/networks";
import { NodeReplyError } from "@/lib/chain/read/ask-node";
import { type Block, readBlock } from "@/lib/chain/read/read-block";
import type { Transfer } from "@/lib/deposits/credit/transfer";
import { smaller } from "@/lib/kernel/bigint";
import type { Cursor } from "./cursor";
import { findTransfers, recipientsToAsk } from "./find-transfers";

/**
 * The lag behind the head within which a node, or one of several behind one URL, may not know every block. For a block
 * range that a node knows in part, the node silently returns that part; for a block hash that it does not know, it
 * fails.
 */
const LAG_BLOCKS = 64n;
const MAX_BLOCKS_BY_HASH = 16n;

/** The result of a read: the confirmed blocks from the one after the cursor to `last`. */
export interface BlockRange {
  from: bigint;
  last: Block;
  transfers: Transfer[];
}

export interface Ahead {
  head: Block;
  /** The last block with the required confirmations. */
  confirmed: bigint;
}

const isChild = (cursor: Cursor, block: Block) =>
  cursor.blockHash === null || block.parentHash === cursor.blockHash;

/** Reads block by block. Each block is requested by hash and must be the child of the previous one. */
async function readByHash(
  network: Network,
  cursor: Cursor,
  last: bigint,
): Promise<BlockRange | "forked"> {
  const from = cursor.blockNumber + 1n;
  const numbers = Array.from(
    { length: Number(last - from) + 1 },
    (_, index) => from + BigInt(index),
  );
  const blocks = await Promise.all(numbers.map((number) => readBlock(network, number)));
  const [first] = blocks;
  if (!first || !isChild(cursor, first)) return "forked";
  for (const [index, block] of blocks.entries()) {
    const parent = blocks[index - 1];
    if (parent && block.parentHash !== parent.hash)
      throw new NodeReplyError(
        `block ${block.number} of ${network.chain} changed while it was read`,
      );
  }
  const recipients = await recipientsToAsk();
  const found = await Promise.all(
    blocks.map(({ hash }) => findTransfers({ network, blocks: { hash }, recipients })),
  );
  return { from, last: blocks.at(-1) ?? first, transfers: found.flat() };
}

/**
 * Reads many blocks in one request. The hash of the last block, which covers all blocks before it, must be the same
 * before and after the request.
 */
async function readByRange(
  network: Network,
  cursor: Cursor,
  to: bigint,
): Promise<BlockRange | "forked"> {
  const from = cursor.blockNumber + 1n;
  const [first, last] = await Promise.all([readBlock(network, from), readBlock(network, to)]);
  if (!isChild(cursor, first)) return "forked";
  const recipients = await recipientsToAsk();
  const transfers = await findTransfers({ network, blocks: { from, to }, recipients });
  const again = await readBlock(network, to);
  if (again.hash !== last.hash)
    throw new NodeReplyError(`block ${to} of ${network.chain} changed while it was read`);
  return { from, last, transfers };
}

/** The next block range to read: from the block after the cursor up to `to`. */
export interface Plan {
  to: bigint;
  blocks: number;
  isRange: boolean;
}

/**
 * Plans at most `maxBlocks` blocks: as a range far behind the head, block by block near it. At least one block must be
 * unread.
 */
export function planBlockRange(
  cursor: Cursor,
  { head, confirmed }: Ahead,
  maxBlocks: number,
): Plan {
  const old = smaller(confirmed, head.number - LAG_BLOCKS);
  const isRange = old - cursor.blockNumber >= MAX_BLOCKS_BY_HASH;
  const most = isRange ? BigInt(maxBlocks) : smaller(BigInt(maxBlocks), MAX_BLOCKS_BY_HASH);
  const to = smaller(isRange ? old : confirmed, cursor.blockNumber + most);
  return { to, blocks: Number(to - cursor.blockNumber), isRange };
}

/** Reads the planned blocks. `forked` when the cursor's block is no longer on the chain. */
export function readBlockRange(
  network: Network,
  cursor: Cursor,
  { to, isRange }: Plan,
): Promise<BlockRange | "forked"> {
  return isRange ? readByRange(network, cursor, to) : readByHash(network, cursor, to);
}

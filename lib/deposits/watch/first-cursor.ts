import { chainSetting } from "@/lib/chain/chain-setting";
import type { Network } from "@/lib/chain/networks";
import { type Block, readBlock } from "@/lib/chain/read/read-block";
import { env } from "@/lib/kernel/env";
import type { Cursor } from "./cursor";
import { findFirstAddressAt } from "./store";

/** How far a chain's clock and ours may be apart. */
const CLOCK_MARGIN_S = 3_600;

/** The last block from before an instant, by halving; the first block of all when none is. */
async function lastBlockBefore(network: Network, head: Block, timeS: bigint): Promise<Block> {
  if (head.timestamp < timeS) return head;
  let before = await readBlock(network, 0n);
  let high = head.number;
  while (high - before.number > 1n) {
    const middle = await readBlock(network, (before.number + high) / 2n);
    if (middle.timestamp < timeS) before = middle;
    else high = middle.number;
  }
  return before;
}

async function blockBefore(network: Network, confirmed: bigint): Promise<Block> {
  const startBlock = chainSetting(env(), "CHAIN_START_BLOCK", network.chain);
  if (startBlock !== undefined) return readBlock(network, BigInt(Math.max(0, startBlock - 1)));
  const firstAddressAt = await findFirstAddressAt();
  const end = await readBlock(network, confirmed > 0n ? confirmed : 0n);
  if (!firstAddressAt) return end;
  const timeS = BigInt(Math.floor(firstAddressAt.getTime() / 1000) - CLOCK_MARGIN_S);
  return lastBlockBefore(network, end, timeS);
}

/**
 * Where the reading of a chain begins: after the last block from before the first deposit address was given out, as
 * nothing can have come earlier; after the confirmed head while there is no address; with CHAIN_START_BLOCK_<CHAIN> when
 * that is set. Source: docs/decisions/0015-chains.md.
 */
export async function firstCursor(network: Network, confirmed: bigint): Promise<Cursor> {
  const { number, hash } = await blockBefore(network, confirmed);
  return { chain: network.chain, blockNumber: number, blockHash: hash, version: 1 };
}

import { chainSetting } from "@/lib/chain/chain-setting";
import type { Network } from "@/lib/chain/networks";
import { type Block, readBlock } from "@/lib/chain/read/read-block";
import { env } from "@/lib/kernel/env";
import type { Cursor } from "./cursor";
import { findFirstAddressAt } from "./store";

/** The maximum difference between a chain's clock and ours. */
const CLOCK_MARGIN_S = 3_600;

/** Finds the last block before an instant by binary search; block 0 when there is none. */
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
 * Returns the initial cursor of a chain: the last block before the first deposit address was created, since no deposit
 * can be older; the confirmed head while there is no address; CHAIN_START_BLOCK_<CHAIN> when that is set. Source:
 * docs/decisions/0015-chains.md.
 */
export async function firstCursor(network: Network, confirmed: bigint): Promise<Cursor> {
  const { number, hash } = await blockBefore(network, confirmed);
  return { chain: network.chain, blockNumber: number, blockHash: hash, version: 1 };
}

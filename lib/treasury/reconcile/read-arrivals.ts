import type { Network } from "@/lib/chain/networks";
import { keptRangeSize } from "@/lib/chain/read/range-size";
import type { BlockSpan } from "@/lib/chain/read/read-logs";
import { readRanges } from "@/lib/chain/read/read-ranges";
import { findOwners } from "@/lib/deposits/credit/store";
import type { Transfer } from "@/lib/deposits/credit/transfer";
import { findTransfers, recipientsToAsk } from "@/lib/deposits/watch/find-transfers";

const MAX_BLOCKS = 1_000;

/**
 * Reads from the chain the transfers of supported tokens to deposit addresses, in the blocks after `after` up to
 * `upTo`.
 */
export async function readArrivals(
  network: Network,
  { after, upTo }: { after: bigint; upTo: bigint },
): Promise<Transfer[]> {
  const found: Transfer[] = [];
  const findIn = async (blocks: BlockSpan) =>
    findTransfers({ network, blocks, recipients: await recipientsToAsk() });
  const size = keptRangeSize(network, "arrivals", MAX_BLOCKS);
  for await (const range of readRanges({ from: after + 1n, to: upTo }, findIn, { size }))
    found.push(...range.found);
  const ours = await findOwners(found.map(({ toAddress }) => toAddress));
  return found.filter(({ toAddress }) => ours.has(toAddress));
}

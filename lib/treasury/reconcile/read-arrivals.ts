import type { Network } from "@/lib/chain/networks";
import { findOwners } from "@/lib/deposits/credit/store";
import type { Transfer } from "@/lib/deposits/credit/transfer";
import { findTransfers, recipientsToAsk } from "@/lib/deposits/watch/find-transfers";

const RANGE_BLOCKS = 1_000n;

/**
 * Reads from the chain the transfers of supported tokens to deposit addresses, in the blocks after `after` up to
 * `upTo`.
 */
export async function readArrivals(
  network: Network,
  { after, upTo }: { after: bigint; upTo: bigint },
): Promise<Transfer[]> {
  const found: Transfer[] = [];
  for (let from = after + 1n; from <= upTo; from += RANGE_BLOCKS) {
    const last = from + RANGE_BLOCKS - 1n;
    const blocks = { from, to: last < upTo ? last : upTo };
    const recipients = await recipientsToAsk();
    found.push(...(await findTransfers({ network, blocks, recipients })));
  }
  const ours = await findOwners(found.map(({ toAddress }) => toAddress));
  return found.filter(({ toAddress }) => ours.has(toAddress));
}

import { LRUCache } from "lru-cache";
import type { Network } from "@/lib/chain/networks";
import type { RangeSize } from "@/lib/chain/read/range-size";
import type { BlockSpan } from "@/lib/chain/read/read-logs";
import { readRanges } from "@/lib/chain/read/read-ranges";
import { type Receipt, readReceipt } from "@/lib/chain/read/read-receipt";
import { canBeCredited } from "@/lib/deposits/credit/owner";
import { findOwners } from "@/lib/deposits/credit/store";
import type { Transfer } from "@/lib/deposits/credit/transfer";
import { now } from "@/lib/kernel/clock";
import { findTransfers, type ReceiptReader, recipientsToAsk } from "./find-transfers";
import type { Ahead } from "./read-block-range";
import { replaceSeen, type SeenTransfer } from "./store";

/**
 * Counts logs, because anybody can send a transaction with tens of thousands: some 50 MB. A receipt beyond it is read again
 * with each block.
 */
const MAX_REMEMBERED_LOGS = 100_000;

/** Caches the receipts of a block: unconfirmed blocks are read again with each new block. */
export function rememberingReader(): ReceiptReader {
  const known = new LRUCache<string, Receipt>({
    maxSize: MAX_REMEMBERED_LOGS,
    sizeCalculation: ({ logs }) => logs.length + 1,
  });
  return async (network, log) => {
    const key = `${log.blockHash}:${log.transactionHash}`;
    const receipt = known.get(key) ?? (await readReceipt(network, log.transactionHash));
    if (receipt?.blockHash === log.blockHash) known.set(key, receipt);
    return receipt;
  };
}

interface Window {
  network: Network;
  from: bigint;
  to: bigint;
  size: RangeSize;
}

/**
 * Reads in as many requests as the node needs. With many addresses, the node returns the transfers of all recipients,
 * which can be too many for one response.
 */
async function transfersIn(
  { network, from, to, size }: Window,
  read: ReceiptReader,
): Promise<Transfer[]> {
  const recipients = await recipientsToAsk();
  const found: Transfer[] = [];
  const findIn = (blocks: BlockSpan) => findTransfers({ network, blocks, recipients }, read);
  for await (const range of readRanges({ from, to }, findIn, { size })) found.push(...range.found);
  return found;
}

/**
 * Stores the transfers to our addresses in unconfirmed blocks for display, and returns them. No decision depends on
 * them: such a block can vanish.
 */
export async function showUnconfirmed(
  network: Network,
  { head, confirmed }: Ahead,
  read: ReceiptReader,
  size: RangeSize,
): Promise<SeenTransfer[]> {
  const from = confirmed < 0n ? 0n : confirmed + 1n;
  // With one required confirmation, this range is empty.
  const transfers = await transfersIn({ network, from, to: head.number, size }, read);
  const owners = await findOwners(transfers.map(({ toAddress }) => toAddress));
  const seen = transfers.flatMap((transfer): SeenTransfer[] => {
    const owner = owners.get(transfer.toAddress);
    if (!owner || !canBeCredited(owner)) return [];
    return [{ ...transfer, partnerId: owner.partnerId, cardId: owner.card?.id ?? null }];
  });
  await replaceSeen(network.chain, seen, now());
  return seen;
}

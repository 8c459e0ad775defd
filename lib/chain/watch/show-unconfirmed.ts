import { canBeCredited } from "@/lib/chain/deposits/owner";
import { findOwners } from "@/lib/chain/deposits/store";
import type { Network } from "@/lib/chain/networks";
import { type Receipt, readReceipt } from "@/lib/chain/read/read-receipt";
import { now } from "@/lib/clock";
import { findTransfers, type ReceiptReader, recipientsToAsk } from "./find-transfers";
import type { Ahead } from "./read-stretch";
import { replaceSeen, type SeenTransfer } from "./store";

const MAX_REMEMBERED = 5_000;

/** Reads each receipt of a block once: these blocks are looked at again with each new one. */
export function rememberingReader(): ReceiptReader {
  const known = new Map<string, Receipt>();
  return async (network, log) => {
    const key = `${log.blockHash}:${log.transactionHash}`;
    const receipt = known.get(key) ?? (await readReceipt(network, log.transactionHash));
    if (known.size >= MAX_REMEMBERED) known.clear();
    if (receipt?.blockHash === log.blockHash) known.set(key, receipt);
    return receipt;
  };
}

/**
 * Writes down the transfers to our addresses in blocks that are not deep enough yet, for people to see, and answers
 * with them. Nothing is decided on them: a block can vanish.
 */
export async function showUnconfirmed(
  network: Network,
  { head, confirmed }: Ahead,
  read: ReceiptReader,
): Promise<SeenTransfer[]> {
  const from = confirmed < 0n ? 0n : confirmed + 1n;
  const blocks = { from, to: head.number };
  const recipients = await recipientsToAsk();
  // With one confirmation asked for, there is no such block.
  const transfers =
    from > head.number ? [] : await findTransfers({ network, blocks, recipients }, read);
  const owners = await findOwners(transfers.map(({ toAddress }) => toAddress));
  const seen = transfers.flatMap((transfer): SeenTransfer[] => {
    const owner = owners.get(transfer.toAddress);
    if (!owner || !canBeCredited(owner)) return [];
    return [{ ...transfer, partnerId: owner.partnerId, cardId: owner.card?.id ?? null }];
  });
  await replaceSeen(network.chain, seen, now());
  return seen;
}

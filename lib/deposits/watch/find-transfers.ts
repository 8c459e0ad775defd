import type { ChainAddress, Network } from "@/lib/chain/networks";
import { askEach } from "@/lib/chain/read/ask-each";
import { NodeReplyError } from "@/lib/chain/read/ask-node";
import type { Blocks, Log } from "@/lib/chain/read/read-logs";
import { type Receipt, readReceipt } from "@/lib/chain/read/read-receipt";
import { readTransferLogs } from "@/lib/chain/read/read-transfer-logs";
import type { Hex } from "@/lib/chain/read/reply-fields";
import { type Transfer, transfersOf } from "@/lib/deposits/credit/transfer";
import { filterOurs, listAddresses } from "./store";

/**
 * Up to this number, the node is asked for transfers to our addresses. Above it, the node is asked for all transfers of
 * the tokens, and our addresses are filtered here.
 */
const MAX_ASKED_ADDRESSES = 1_000;
const ADDRESSES_PER_REQUEST = 500;
const ADDRESSES_PER_QUERY = 5_000;

/** Reads the receipt of a log from the node or from memory. */
export type ReceiptReader = (network: Network, log: Log) => Promise<Receipt | null>;

interface Search {
  network: Network;
  blocks: Blocks;
  /** The result of `recipientsToAsk`. */
  recipients: readonly ChainAddress[] | undefined;
}

function inChunks<T>(list: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < list.length; start += size)
    chunks.push(list.slice(start, start + size));
  return chunks;
}

const recipientOf = ({ topics }: Log) => `0x${(topics[2] ?? "").slice(-40)}`;

/**
 * Returns the addresses to ask the node for; undefined when there are too many. Call this after the blocks were read:
 * an address exists before anything can be sent to it, so none is missed.
 */
export function recipientsToAsk(): Promise<ChainAddress[] | undefined> {
  return listAddresses(MAX_ASKED_ADDRESSES);
}

/** Returns the logs that transfer a supported token to one of our addresses. */
async function candidatesIn({ network, blocks, recipients }: Search): Promise<Log[]> {
  if (recipients) {
    const chunks = inChunks(recipients, ADDRESSES_PER_REQUEST);
    const found = await Promise.all(
      chunks.map((chunk) => readTransferLogs(network, blocks, chunk)),
    );
    return found.flat();
  }
  const logs = await readTransferLogs(network, blocks);
  const ours = new Set<string>();
  for (const chunk of inChunks([...new Set(logs.map(recipientOf))], ADDRESSES_PER_QUERY))
    for (const address of await filterOurs(chunk)) ours.add(address);
  return logs.filter((log) => ours.has(recipientOf(log)));
}

/**
 * Reads the receipt of a log, in the block in which the log was seen.
 * @throws NodeReplyError when the chain changed in between, or when the node's responses are inconsistent.
 */
async function receiptOf(network: Network, log: Log, read: ReceiptReader): Promise<Receipt> {
  const receipt = await read(network, log);
  if (receipt?.blockHash !== log.blockHash)
    throw new NodeReplyError(`${log.transactionHash} is not in the block that it was seen in`);
  const isIn = receipt.logs.some(({ logIndex }) => logIndex === log.logIndex);
  // A failed transaction has no logs.
  if (!isIn || receipt.status !== "0x1")
    throw new NodeReplyError(`the receipt of ${log.transactionHash} lacks a log`);
  return receipt;
}

const readFresh: ReceiptReader = (network, log) => readReceipt(network, log.transactionHash);

/**
 * Finds all transfers of supported tokens in each transaction that transfers one to our addresses. The logs only locate
 * the transactions; the receipts are the source of the transfers. Duplicate logs count once.
 */
export async function findTransfers(
  search: Search,
  read: ReceiptReader = readFresh,
): Promise<Transfer[]> {
  const { network } = search;
  const candidates = await candidatesIn(search);
  const byTransaction = new Map<Hex, Log>();
  for (const log of candidates) {
    const known = byTransaction.get(log.transactionHash);
    if (known && known.blockHash !== log.blockHash)
      throw new NodeReplyError(`${log.transactionHash} is in two blocks`);
    byTransaction.set(log.transactionHash, log);
  }
  // Keeps no receipt: anybody can make those of a long range larger than the memory.
  const found = await askEach([...byTransaction.values()], async (log) =>
    transfersOf(network, await receiptOf(network, log, read)),
  );
  return found.flat();
}

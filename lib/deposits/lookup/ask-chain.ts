import pLimit, { type LimitFunction } from "p-limit";
import { chainReady } from "@/lib/chain/check-network";
import { rpcUrl } from "@/lib/chain/client";
import type { Network } from "@/lib/chain/networks";
import { readBlock } from "@/lib/chain/read/read-block";
import { type Receipt, readReceipt } from "@/lib/chain/read/read-receipt";
import { readTransaction, type SentTransaction } from "@/lib/chain/read/read-transaction";
import type { Hex } from "@/lib/chain/read/reply-fields";
import { type TokenTransfer, tokenTransfersOf } from "@/lib/deposits/credit/transfer";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { withDeadline } from "@/lib/kernel/with-deadline";

/** The maximum wait of a request, however slow the node is. */
const MAX_WAIT_MS = 5_000;

/**
 * At a time, for each chain, so that a slow node delays no lookup on another chain. Anybody can send a transaction whose
 * receipt takes a hundred megabytes to read, and several of them at once would end the process for want of memory.
 */
const MAX_RECEIPTS = 1;

const limits = perProcess("lookupReceipts", () => new Map<string, LimitFunction>());

function limitOf({ chain }: Network): LimitFunction {
  const limit = limits.get(chain) ?? pLimit(MAX_RECEIPTS);
  limits.set(chain, limit);
  return limit;
}

/** What is kept of a receipt, whose logs can be much larger. */
interface MinedTransaction extends Pick<Receipt, "status" | "blockNumber"> {
  transfers: TokenTransfer[];
}

/** A chain's answer about a transaction. `unreachable`: the node gave no answer. */
export type ChainAnswer =
  | { state: "mined"; mined: MinedTransaction; sent: SentTransaction | null; headNumber: bigint }
  | { state: "pending" }
  | { state: "unknown" }
  | { state: "unreachable" };

async function readMined(network: Network, txHash: Hex): Promise<MinedTransaction | null> {
  const receipt = await readReceipt(network, txHash);
  if (!receipt) return null;
  const { status, blockNumber } = receipt;
  return { status, blockNumber, transfers: tokenTransfersOf(receipt) };
}

/** @param isOver whether nobody waits for the answer any more */
async function ask(network: Network, txHash: Hex, isOver: () => boolean): Promise<ChainAnswer> {
  if (rpcUrl(network) === undefined || !(await chainReady(network)))
    return { state: "unreachable" };
  const sent = await readTransaction(network, txHash);
  const mined = await limitOf(network)(() => (isOver() ? null : readMined(network, txHash)));
  if (!mined) return { state: sent ? "pending" : "unknown" };
  const head = await readBlock(network, "latest");
  return { state: "mined", mined, sent, headNumber: head.number };
}

/**
 * Requests a transaction from the chain's node, within a bounded time. Never throws: a node's failure is not a failure
 * of the service.
 */
export async function askChain(network: Network, txHash: Hex): Promise<ChainAnswer> {
  let isOver = false;
  const answer = ask(network, txHash, () => isOver).catch((error: unknown): ChainAnswer => {
    log().warn({ chain: network.chain, failure: errorFields(error) }, "transaction not read");
    return { state: "unreachable" };
  });
  return withDeadline(answer, MAX_WAIT_MS, () => {
    isOver = true;
    return { state: "unreachable" };
  });
}

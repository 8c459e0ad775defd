import { decodeAbiParameters, isHash } from "viem";
import { env } from "@/lib/kernel/env";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { findNetwork } from "./find-network";
import { findToken } from "./find-token";
import type { Network } from "./networks";
import { readBlock } from "./read/read-block";
import type { Log } from "./read/read-logs";
import { type Receipt, readReceipt } from "./read/read-receipt";
import { readTransaction } from "./read/read-transaction";
import { TRANSFER_TOPIC, TRANSFER_TOPICS } from "./read/read-transfer-logs";

export interface ShownTransfer {
  token: string;
  amountUsd: number;
  fromAddress: string;
  toAddress: string;
}

/** A transaction for display. `status` is `waiting` until the transaction is in a block. */
export interface ShownTransaction {
  chain: string;
  txHash: string;
  status: "waiting" | "succeeded" | "failed";
  fromAddress: string;
  toAddress: string | null;
  blockNumber?: number;
  /** ISO 8601, by the chain's clock. */
  minedAt?: string;
  /** The confirmations, its own block included. */
  confirmations?: number;
  transfers: ShownTransfer[];
}

const addressIn = (topic: `0x${string}` | undefined) =>
  decodeAbiParameters([{ type: "address" }], topic ?? "0x")[0];

function transferOf(network: Network, log: Log): ShownTransfer | undefined {
  const token = findToken(network, log.address);
  if (!token || log.topics[0] !== TRANSFER_TOPIC || log.topics.length !== TRANSFER_TOPICS) return;
  const [amount] = decodeAbiParameters([{ type: "uint256" }], log.data);
  return {
    token: token.token,
    amountUsd: usdFromMicroUsd(amount),
    fromAddress: addressIn(log.topics[1]),
    toAddress: addressIn(log.topics[2]),
  };
}

async function mined(network: Network, receipt: Receipt) {
  const [block, head] = await Promise.all([
    readBlock(network, receipt.blockNumber),
    readBlock(network, "latest"),
  ]);
  return {
    status: receipt.status === "0x1" ? ("succeeded" as const) : ("failed" as const),
    blockNumber: Number(receipt.blockNumber),
    minedAt: new Date(Number(block.timestamp) * 1_000).toISOString(),
    confirmations: Number(head.number - receipt.blockNumber) + 1,
    transfers: receipt.logs.flatMap((log) => transferOf(network, log) ?? []),
  };
}

/**
 * Reads a transaction of a local chain, which has no public explorer. Source: design 7, `explorerUrl`.
 * @returns undefined for any other chain, and for a transaction that the chain does not have.
 */
export async function showTransaction(
  chain: string,
  txHash: string,
): Promise<ShownTransaction | undefined> {
  const { SERVICE_ENVIRONMENT, LOCAL_CHAINS } = env();
  const network = findNetwork(SERVICE_ENVIRONMENT, chain);
  if (!network || !LOCAL_CHAINS.includes(chain) || !isHash(txHash)) return undefined;
  const hash = txHash.toLowerCase() as `0x${string}`;
  const [transaction, receipt] = await Promise.all([
    readTransaction(network, hash),
    readReceipt(network, hash),
  ]);
  if (!transaction) return undefined;
  return {
    chain,
    txHash: hash,
    status: "waiting",
    fromAddress: transaction.from,
    toAddress: transaction.to ?? null,
    transfers: [],
    ...(receipt ? await mined(network, receipt) : {}),
  };
}

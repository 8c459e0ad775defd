import { getAddress } from "viem";
import { findToken } from "@/lib/chain/find-token";
import type { ChainAddress, Network, TokenName } from "@/lib/chain/networks";
import type { Log } from "@/lib/chain/read/read-logs";
import type { Receipt } from "@/lib/chain/read/read-receipt";
import { TRANSFER_TOPIC, TRANSFER_TOPICS } from "@/lib/chain/read/read-transfer-logs";
import type { Hex } from "@/lib/chain/read/reply-fields";

/** A transfer of any token in a receipt. The recipient is in lower case, as in lookups. */
export interface TokenTransfer {
  txHash: Hex;
  /** The position of the log within its transaction. A reorganization may change the log's index in the block. */
  ordinal: number;
  blockNumber: bigint;
  tokenAddress: ChainAddress;
  /** In the smallest unit of the token. */
  amount: bigint;
  fromAddress: ChainAddress;
  toAddress: ChainAddress;
}

/** A transfer of a supported token with an amount above 0. */
export interface Transfer extends Omit<TokenTransfer, "tokenAddress" | "amount"> {
  chain: string;
  token: TokenName;
  amountMicroUsd: bigint;
}

const WORD_HEX_LENGTH = 66;
const addressIn = (topic: Hex): ChainAddress => `0x${topic.slice(-40)}`;

function tokenTransfer(log: Log, ordinal: number): TokenTransfer[] {
  const [topic, from, to] = log.topics;
  const isTransfer = topic === TRANSFER_TOPIC && log.topics.length === TRANSFER_TOPICS;
  if (!isTransfer || !from || !to || log.data.length !== WORD_HEX_LENGTH) return [];
  return [
    {
      txHash: log.transactionHash,
      ordinal,
      blockNumber: log.blockNumber,
      tokenAddress: log.address,
      amount: BigInt(log.data),
      fromAddress: getAddress(addressIn(from)),
      toAddress: addressIn(to),
    },
  ];
}

/** Returns all token transfers of a transaction; none for a failed transaction. */
export function tokenTransfersOf(receipt: Receipt): TokenTransfer[] {
  return receipt.status === "0x1" ? receipt.logs.flatMap(tokenTransfer) : [];
}

/**
 * Returns a transaction's transfers of supported tokens, to any recipient. Source: threat 13: by the contract's address
 * only.
 */
export function transfersOf(network: Network, receipt: Receipt): Transfer[] {
  return tokenTransfersOf(receipt).flatMap(({ tokenAddress, amount, ...rest }) => {
    const token = findToken(network, tokenAddress);
    return token && amount > 0n
      ? [{ ...rest, chain: network.chain, token: token.token, amountMicroUsd: amount }]
      : [];
  });
}

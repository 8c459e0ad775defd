import { pad } from "viem";
import { z } from "zod";
import type { ChainAddress, Network } from "@/lib/chain/networks";
import { askEach } from "@/lib/chain/read/ask-each";
import { askNode } from "@/lib/chain/read/ask-node";
import { type Receipt, readReceipt } from "@/lib/chain/read/read-receipt";
import {
  AUTHORIZATION_USED_TOPIC,
  type Log,
  logReply,
  TRANSFER_TOPIC,
} from "@/lib/chain/read/read-transfer-logs";
import { type Hex, toQuantity } from "@/lib/chain/read/reply-fields";
import { type TokenTransfer, tokenTransfersOf } from "@/lib/deposits/credit/transfer";

/** A transaction that transferred a token from or to the requested accounts. */
export interface Move {
  txHash: Hex;
  blockNumber: bigint;
  /** All transfers of the token in the transaction, with addresses in lower case. */
  transfers: TokenTransfer[];
  /** The nonces of the authorizations that the token executed in the transaction. */
  usedNonces: Hex[];
}

interface Asked {
  tokenAddress: ChainAddress;
  accounts: readonly ChainAddress[];
  from: bigint;
  to: bigint;
}

const inSmallLetters = (address: ChainAddress) => address.toLowerCase() as ChainAddress;

function moveOf(receipt: Receipt, tokenAddress: string): Move {
  const isOfToken = (address: string) => address.toLowerCase() === tokenAddress.toLowerCase();
  return {
    txHash: receipt.transactionHash,
    blockNumber: receipt.blockNumber,
    transfers: tokenTransfersOf(receipt)
      .filter((each) => isOfToken(each.tokenAddress))
      .map((each) => ({
        ...each,
        fromAddress: inSmallLetters(each.fromAddress),
        toAddress: inSmallLetters(each.toAddress),
      })),
    usedNonces: receipt.logs.flatMap(({ address, topics: [topic, , nonce] }) =>
      isOfToken(address) && topic === AUTHORIZATION_USED_TOPIC && nonce ? [nonce] : [],
    ),
  };
}

/**
 * Reads the transactions of a block range, first and last block included, in which one of the accounts received or sent
 * the token.
 */
export async function readMoves(
  network: Network,
  { tokenAddress, accounts, from, to }: Asked,
): Promise<Move[]> {
  const padded = accounts.map((account) => pad(account));
  const blocks = { fromBlock: toQuantity(from), toBlock: toQuantity(to) };
  const logsOf = (topics: unknown[]): Promise<Log[]> =>
    askNode(network, z.array(logReply), "eth_getLogs", [
      { ...blocks, address: tokenAddress, topics: [TRANSFER_TOPIC, ...topics] },
    ]);
  const logs = [...(await logsOf([padded])), ...(await logsOf([null, padded]))];
  const hashes = [...new Set(logs.map(({ transactionHash }) => transactionHash))];
  const receipts = await askEach(hashes, (hash) => readReceipt(network, hash));
  return receipts.flatMap((receipt) => (receipt ? [moveOf(receipt, tokenAddress)] : []));
}

import { pad } from "viem";
import type { ChainAddress, Network } from "@/lib/chain/networks";
import { askEach } from "@/lib/chain/read/ask-each";
import { type BlockSpan, readLogs } from "@/lib/chain/read/read-logs";
import { type Receipt, readReceipt } from "@/lib/chain/read/read-receipt";
import { AUTHORIZATION_USED_TOPIC, TRANSFER_TOPIC } from "@/lib/chain/read/read-transfer-logs";
import type { Hex } from "@/lib/chain/read/reply-fields";
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

interface TokenAccounts {
  tokenAddress: ChainAddress;
  accounts: readonly ChainAddress[];
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
  { tokenAddress, accounts }: TokenAccounts,
  blocks: BlockSpan,
): Promise<Move[]> {
  const padded = accounts.map((account) => pad(account));
  const logsOf = (topics: unknown[]) =>
    readLogs(network, { address: tokenAddress, topics: [TRANSFER_TOPIC, ...topics] }, blocks);
  const logs = [...(await logsOf([padded])), ...(await logsOf([null, padded]))];
  const hashes = [...new Set(logs.map(({ transactionHash }) => transactionHash))];
  const receipts = await askEach(hashes, (hash) => readReceipt(network, hash));
  return receipts.flatMap((receipt) => (receipt ? [moveOf(receipt, tokenAddress)] : []));
}

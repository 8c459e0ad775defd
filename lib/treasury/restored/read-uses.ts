import { type Hex, isAddressEqual, pad } from "viem";
import type { ChainAddress, Network, Token } from "@/lib/chain/networks";
import { NodeReplyError } from "@/lib/chain/read/ask-node";
import { type BlockSpan, type Log, readLogs } from "@/lib/chain/read/read-logs";
import { readReceipt } from "@/lib/chain/read/read-receipt";
import { AUTHORIZATION_USED_TOPIC } from "@/lib/chain/read/read-transfer-logs";
import { type TokenTransfer, tokenTransfersOf } from "@/lib/deposits/credit/transfer";

/** An authorization of a treasury that a token executed, as its log says. */
export interface Use {
  token: Token;
  nonce: Hex;
  log: Log;
}

/**
 * Reads which authorizations of an account the tokens executed in a block range, first and last block included.
 * Source: EIP-3009, AuthorizationUsed.
 * @throws NodeReplyError when the node's response is for something else.
 */
export async function readUses(
  network: Network,
  account: ChainAddress,
  blocks: BlockSpan,
): Promise<Use[]> {
  const tokens = network.tokens.filter(({ eip3009 }) => eip3009);
  const filter = {
    address: tokens.map(({ address }) => address),
    topics: [AUTHORIZATION_USED_TOPIC, pad(account)],
  };
  const logs = await readLogs(network, filter, blocks);
  return logs.map((log) => {
    const token = tokens.find(({ address }) => isAddressEqual(address, log.address));
    const [topic, authorizer, nonce] = log.topics;
    if (
      !token ||
      topic !== AUTHORIZATION_USED_TOPIC ||
      authorizer !== pad(account).toLowerCase() ||
      !nonce
    )
      throw new NodeReplyError(`the node of ${network.chain} answered with other logs`);
    return { token, nonce, log };
  });
}

/**
 * Finds the transfer that an executed authorization made: the account's first one after the log in its transaction,
 * as USDC writes them.
 * @throws NodeReplyError when the transaction left the log's block, or its receipt lacks the transfer.
 */
export async function readTransferOf(network: Network, { log }: Use): Promise<TokenTransfer> {
  const receipt = await readReceipt(network, log.transactionHash);
  if (receipt?.blockHash !== log.blockHash)
    throw new NodeReplyError(`${log.transactionHash} is not in the block that it was seen in`);
  const at = receipt.logs.findIndex(({ logIndex }) => logIndex === log.logIndex);
  const account: ChainAddress = `0x${(log.topics[1] ?? "").slice(-40)}`;
  const transfer = tokenTransfersOf(receipt).find(
    ({ ordinal, tokenAddress, fromAddress }) =>
      ordinal > at &&
      isAddressEqual(tokenAddress, log.address) &&
      isAddressEqual(fromAddress, account),
  );
  if (at < 0 || !transfer)
    throw new NodeReplyError(`the receipt of ${log.transactionHash} lacks a log`);
  return transfer;
}

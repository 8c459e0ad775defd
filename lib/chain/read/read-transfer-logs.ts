import { pad, toEventHash } from "viem";
import type { ChainAddress, Network } from "@/lib/chain/networks";
import { type Blocks, type Log, readLogs } from "./read-logs";

/** `Transfer(address,address,uint256)` with two indexed arguments; with a third indexed one, the token is an NFT. */
export const TRANSFER_TOPIC = toEventHash("Transfer(address,address,uint256)");
/** The topic of the log with which a token records the use of an EIP-3009 authorization. */
export const AUTHORIZATION_USED_TOPIC = toEventHash("AuthorizationUsed(address,bytes32)");
export const TRANSFER_TOPICS = 3;

/**
 * Reads transfers of the network's supported tokens, by contract address; with `recipients`, only transfers to these.
 * The logs only locate transactions: credits are based on the receipts.
 */
export function readTransferLogs(
  network: Network,
  blocks: Blocks,
  recipients?: readonly ChainAddress[],
): Promise<Log[]> {
  const topics = [
    TRANSFER_TOPIC,
    ...(recipients ? [null, recipients.map((recipient) => pad(recipient))] : []),
  ];
  return readLogs(
    network,
    { address: network.tokens.map((token) => token.address), topics },
    blocks,
  );
}

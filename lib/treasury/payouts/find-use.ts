import { type Hex, pad } from "viem";
import { z } from "zod";
import type { Network } from "@/lib/chain/networks";
import { askNode } from "@/lib/chain/read/ask-node";
import { AUTHORIZATION_USED_TOPIC, logReply } from "@/lib/chain/read/read-transfer-logs";
import { toQuantity } from "@/lib/chain/read/reply-fields";
import { env } from "@/lib/kernel/env";
import type { Authorization } from "./authorization";
import { readStateBlock, type StateBlock } from "./read-state";

const RANGE_BLOCKS = 2_000n;
/** Added to the search period, since the configured validity may have been longer when the authorization was signed. */
const SLACK_S = 86_400n;

/**
 * Finds the transaction by which the token executed an authorization, up to a block. The transaction need not be ours,
 * since anybody who sees the authorization can submit it. The search goes backwards to the time before the signature.
 * Undefined when the node does not find the transaction.
 */
export async function findUse(
  network: Network,
  { tokenAddress, fromAddress, nonce, validBefore }: Authorization,
  upTo: StateBlock,
): Promise<Hex | undefined> {
  const topics = [AUTHORIZATION_USED_TOPIC, pad(fromAddress), nonce];
  const signedAfterS = validBefore - BigInt(env().CHAIN_PAYOUT_VALID_S) - SLACK_S;
  for (let last = upTo.number; last >= 0n; last -= RANGE_BLOCKS) {
    const first = last < RANGE_BLOCKS ? 0n : last - RANGE_BLOCKS + 1n;
    const blocks = { fromBlock: toQuantity(first), toBlock: toQuantity(last) };
    const filter = { address: tokenAddress, topics, ...blocks };
    const [log] = await askNode(network, z.array(logReply), "eth_getLogs", [filter]);
    if (log) return log.transactionHash;
    if (first === 0n || (await readStateBlock(network, first)).timeS < signedAfterS) break;
  }
  return undefined;
}

import { LRUCache } from "lru-cache";
import { type Hex, pad } from "viem";
import type { Network } from "@/lib/chain/networks";
import { keptRangeSize } from "@/lib/chain/read/range-size";
import { type BlockSpan, readLogs } from "@/lib/chain/read/read-logs";
import { readRanges } from "@/lib/chain/read/read-ranges";
import { AUTHORIZATION_USED_TOPIC } from "@/lib/chain/read/read-transfer-logs";
import { smaller } from "@/lib/kernel/bigint";
import { env } from "@/lib/kernel/env";
import { perProcess } from "@/lib/kernel/per-process";
import type { Authorization } from "./authorization";
import { readStateBlock, type StateBlock } from "./read-state";

const MAX_BLOCKS = 2_000;
/** Added to the search period, since the clocks of the chain and of the service may differ. */
const SLACK_S = 86_400n;
/** The time that the searches of one step of a poll have together: what waits for its turn after them must be sent. */
const MAX_SEARCH_MS = 5_000;
const MAX_REMEMBERED = 1_000;

/** By authorization: the block at which a search goes on that ran out of time. */
const goOn = perProcess(
  "authorizationSearches",
  () => new LRUCache<string, bigint>({ max: MAX_REMEMBERED }),
);

/** Returns the time, by `performance.now`, at which the searches that begin now shall stop. */
export const searchEndMs = (): number => performance.now() + MAX_SEARCH_MS;

/**
 * Returns a time before the signature, in seconds. The validity that is set now may be shorter than the one that was set
 * then, so that the use would be searched for in too few blocks: the payout could never be completed. The time of the
 * signature is not enough either: a chain that stood still gives its next blocks earlier times.
 */
function signedAfter({ validBefore, signedAt }: Authorization): bigint {
  const bySetting = validBefore - BigInt(env().CHAIN_PAYOUT_VALID_S);
  const byClock = BigInt(Math.floor(signedAt.getTime() / 1_000));
  return smaller(bySetting, byClock) - SLACK_S;
}

/**
 * Finds the transaction by which the token executed an authorization, up to a block. The transaction need not be ours,
 * since anybody who sees the authorization can submit it. The search goes backwards to the time before the signature.
 * Undefined when the node does not find the transaction, or not until `endMs`: the next call goes on from there. Each
 * call reads one range at least, so that searches after a long one get on too.
 * @throws the node's error.
 */
export async function findUse(
  network: Network,
  authorization: Authorization,
  { upTo, endMs }: { upTo: StateBlock; endMs: number },
): Promise<Hex | undefined> {
  const { tokenAddress, fromAddress, nonce } = authorization;
  const topics = [AUTHORIZATION_USED_TOPIC, pad(fromAddress), nonce];
  const signedAfterS = signedAfter(authorization);
  const key = `${network.chain}:${tokenAddress}:${fromAddress}:${nonce}`;
  const to = smaller(goOn.get(key) ?? upTo.number, upTo.number);
  const usesIn = (blocks: BlockSpan) =>
    readLogs(network, { address: tokenAddress, topics }, blocks);
  const size = keptRangeSize(network, "authorizations", MAX_BLOCKS);
  const ranges = readRanges({ from: 0n, to }, usesIn, { size, isBackward: true, endMs });
  for await (const { from, found } of ranges) {
    const [log] = found;
    if (log) {
      goOn.delete(key);
      return log.transactionHash;
    }
    if (from === 0n || (await readStateBlock(network, from)).timeS < signedAfterS) break;
    goOn.set(key, from - 1n);
    if (performance.now() >= endMs) return undefined;
  }
  // The next search begins at the newest block again: a node that lagged may have the transaction by then.
  goOn.delete(key);
  return undefined;
}

import type { Network } from "@/lib/chain/networks";
import { errorFields, log } from "@/lib/kernel/log";

/**
 * Reads the facts of one item of a poll. A failure is logged, and the result is undefined: the item waits for the next
 * poll. What a node does not say about one payout, which anybody can bring about by submitting its authorization, must
 * not keep the others from being sent. Only for reads: other failures concern the whole poll.
 */
export async function readAlone<Facts>(
  { chain }: Network,
  ids: readonly string[],
  read: () => Promise<Facts>,
): Promise<Facts | undefined> {
  try {
    return await read();
  } catch (error) {
    log().error({ chain, ids, failure: errorFields(error) }, "result of a payout not read");
    return undefined;
  }
}

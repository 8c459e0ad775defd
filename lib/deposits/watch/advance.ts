import { requireChain } from "@/lib/chain/check-network";
import type { Network } from "@/lib/chain/networks";
import type { RangeSize } from "@/lib/chain/read/range-size";
import { readShrinking } from "@/lib/chain/read/read-ranges";
import {
  reportOrphans,
  reportRemovedAgain,
  reportReturns,
} from "@/lib/deposits/credit/deposit-alerts";
import { matchTransfers } from "@/lib/deposits/credit/match-transfers";
import { listCreditedIn } from "@/lib/deposits/credit/store";
import { log } from "@/lib/kernel/log";
import { creditTransfers } from "./credit-transfers";
import type { Cursor } from "./cursor";
import { type Ahead, planBlockRange, readBlockRange } from "./read-block-range";
import { rewind } from "./rewind";

/**
 * The time limit of a tick; the next tick continues. Unconfirmed transfers are shown after this, so they must not wait
 * long.
 */
const MAX_TICK_MS = 10_000;

/** Counters of the work done. */
export interface Progress {
  blocks: number;
  credited: number;
  suspended: number;
  orphaned: number;
}

export interface Advanced {
  done: Progress;
  /** Whether the cursor is at the confirmed block; false when the time was over before. */
  hasReadAll: boolean;
}

/**
 * Credits confirmed transfers of unread blocks, range by range, each range with the cursor in one commit. When the
 * cursor's block has left the chain, the cursor moves back and the blocks are read again: credited transfers are
 * recognized by their transaction, and vanished ones are reported.
 * @throws CursorMoved when another process reads the same chain; NodeReplyError when the node is of another chain; the
 * node's error.
 */
export async function advance(
  network: Network,
  start: Cursor,
  ahead: Ahead,
  size: RangeSize,
): Promise<Advanced> {
  const endMs = performance.now() + MAX_TICK_MS;
  const done: Progress = { blocks: 0, credited: 0, suspended: 0, orphaned: 0 };
  let cursor = start;
  while (cursor.blockNumber < ahead.confirmed && performance.now() < endMs) {
    const at = cursor;
    const range = await readShrinking(
      (maxBlocks) => planBlockRange(at, ahead, maxBlocks),
      (plan) => readBlockRange(network, at, plan),
      { size, endMs },
    );
    if (range === "forked") {
      await requireChain(network);
      done.orphaned += await reportRemovedAgain(network, ahead.confirmed);
      cursor = await rewind(cursor);
      log().warn({ chain: network.chain, to: Number(cursor.blockNumber) }, "chain reorganized");
      continue;
    }
    const { from, last, transfers } = range;
    const earlier = await listCreditedIn(network.chain, { from, to: last.number });
    // Reported before the cursor moves: after a crash between the two, the same blocks are read again.
    const suspects = matchTransfers(transfers, earlier).vanished;
    done.orphaned += await reportOrphans(network, suspects, ahead.confirmed);
    await reportReturns(network, transfers);
    const to = { blockNumber: last.number, blockHash: last.hash };
    const { credited, suspended, ...next } = await creditTransfers(cursor, transfers, to);
    done.blocks += Number(last.number - cursor.blockNumber);
    done.credited += credited;
    done.suspended += suspended;
    cursor = next.cursor;
  }
  return { done, hasReadAll: cursor.blockNumber >= ahead.confirmed };
}

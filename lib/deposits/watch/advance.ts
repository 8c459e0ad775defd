import { setTimeout as sleep } from "node:timers/promises";
import type { Network } from "@/lib/chain/networks";
import { creditTransfers } from "@/lib/deposits/credit/credit-transfers";
import { reportOrphans } from "@/lib/deposits/credit/deposit-alerts";
import { matchTransfers } from "@/lib/deposits/credit/match-transfers";
import { listCreditedIn } from "@/lib/deposits/credit/store";
import { log } from "@/lib/kernel/log";
import type { Cursor } from "./cursor";
import type { RangeSize } from "./range-size";
import { type Ahead, type BlockRange, planBlockRange, readBlockRange } from "./read-block-range";
import { rewind } from "./rewind";

/** A tick ends by then, and the next one goes on: what is to be seen besides is not kept waiting for long. */
const MAX_TICK_MS = 10_000;
/** Before a node that failed is asked for less. */
const PAUSE_MS = 50;

/** What was done, as counts. */
export interface Progress {
  blocks: number;
  credited: number;
  suspended: number;
  orphaned: number;
}

/** Reads a stretch; half of it when the node fails, and half of that, until one block fails or the time is over. */
async function readWhatWorks(
  network: Network,
  cursor: Cursor,
  ahead: Ahead,
  size: RangeSize,
  endMs: number,
): Promise<BlockRange | "forked"> {
  for (;;) {
    const plan = planBlockRange(cursor, ahead, size.blocks);
    try {
      const stretch = await readBlockRange(network, cursor, plan);
      size.succeeded();
      return stretch;
    } catch (error) {
      if (!size.failed(plan.blocks) || performance.now() >= endMs) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/**
 * Credits what is confirmed and was not read yet, stretch by stretch, each with the cursor in one commit. When the
 * cursor's block has left the chain the cursor goes back, and all from there is read again: what was credited is known
 * by its transaction, and what is gone of it is reported.
 * @throws CursorMoved when another process reads the same chain; what the node's failure was.
 */
export async function advance(
  network: Network,
  start: Cursor,
  ahead: Ahead,
  size: RangeSize,
): Promise<Progress> {
  const endMs = performance.now() + MAX_TICK_MS;
  const done: Progress = { blocks: 0, credited: 0, suspended: 0, orphaned: 0 };
  let cursor = start;
  while (cursor.blockNumber < ahead.confirmed && performance.now() < endMs) {
    const stretch = await readWhatWorks(network, cursor, ahead, size, endMs);
    if (stretch === "forked") {
      cursor = await rewind(cursor);
      log().warn({ chain: network.chain, to: Number(cursor.blockNumber) }, "chain reorganised");
      continue;
    }
    const { from, last, transfers } = stretch;
    const earlier = await listCreditedIn(network.chain, { from, to: last.number });
    // Before the cursor moves on: whoever dies between the two reads the same blocks again.
    const suspects = matchTransfers(transfers, earlier).vanished;
    done.orphaned += await reportOrphans(network, suspects);
    const to = { blockNumber: last.number, blockHash: last.hash };
    const { credited, suspended, ...next } = await creditTransfers(cursor, transfers, to);
    done.blocks += Number(last.number - cursor.blockNumber);
    done.credited += credited;
    done.suspended += suspended;
    cursor = next.cursor;
  }
  return done;
}

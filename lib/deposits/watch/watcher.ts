import { requireChain } from "@/lib/chain/check-network";
import { confirmationsOf } from "@/lib/chain/confirmations-of";
import type { Network } from "@/lib/chain/networks";
import { NodeReplyError } from "@/lib/chain/read/ask-node";
import { rangeSize } from "@/lib/chain/read/range-size";
import { readBlock } from "@/lib/chain/read/read-block";
import { closeDepositAlerts } from "@/lib/deposits/credit/deposit-alerts";
import { publishChange } from "@/lib/kernel/changes";
import { now } from "@/lib/kernel/clock";
import { type Advanced, advance, type Progress } from "./advance";
import { type Cursor, CursorMoved } from "./cursor";
import { firstCursor } from "./first-cursor";
import type { Ahead } from "./read-block-range";
import { rememberingReader, showUnconfirmed } from "./show-unconfirmed";
import { findCursor, insertCursor, recordHead, type SeenTransfer } from "./store";

const MAX_LAG_BLOCKS = 1_000n;
/** How long the head at which everything was done is not worked through again: the node may stand still, the chain not. */
const REPEAT_AFTER_MS = 60_000;

/** Counters of one poll. */
export interface Poll extends Progress {
  confirming: number;
}

const NOTHING: Progress = { blocks: 0, credited: 0, suspended: 0, orphaned: 0 };

export interface Watcher {
  /**
   * Credits confirmed transfers and shows unconfirmed ones. Can be stopped at any moment, and can run in several
   * processes at once.
   * @throws the error of the node or the database; the next poll continues where this one stopped.
   */
  poll(): Promise<Poll>;
}

async function readAhead(network: Network): Promise<Ahead> {
  const head = await readBlock(network, "latest");
  return { head, confirmed: head.number - BigInt(confirmationsOf(network)) + 1n };
}

async function cursorOf(network: Network, { confirmed }: Ahead): Promise<Cursor> {
  const known = await findCursor(network.chain);
  // Without a hash, blocks of another chain would be taken for those after the cursor.
  if (!known?.blockHash) await requireChain(network);
  if (known) return known;
  await insertCursor(await firstCursor(network, confirmed));
  // Another process may have inserted the cursor first.
  const cursor = await findCursor(network.chain);
  if (!cursor) throw new Error(`${network.chain} has no cursor`);
  return cursor;
}

/** A node slightly behind the cursor may catch up. A node far behind is on another chain or was set up again. */
function checkHead({ chain, blockNumber }: Cursor, { head }: Ahead): void {
  if (head.number + MAX_LAG_BLOCKS >= blockNumber) return;
  throw new NodeReplyError(
    `the node of ${chain} is at block ${head.number}, but the chain was read up to ${blockNumber} before: use a node that has it all`,
  );
}

function announceDeposits(transfers: readonly SeenTransfer[]): void {
  const partners = new Set(transfers.map(({ partnerId }) => partnerId));
  for (const partnerId of partners) publishChange(partnerId, ["deposits"]);
}

/** Watches one chain. The state between polls only makes the next poll cheaper; it is safe to lose. */
export function watcher(network: Network): Watcher {
  const size = rangeSize();
  const unconfirmedSize = rangeSize();
  const readRemembered = rememberingReader();
  let shown: { headHash: string; seen: readonly SeenTransfer[] } | undefined;
  /** The head up to which the last poll did everything. Until there is another one, nothing is left to do. */
  let finished: { hash: string; atMs: number } | undefined;
  const isFinished = (hash: string) =>
    finished?.hash === hash && performance.now() - finished.atMs < REPEAT_AFTER_MS;

  async function readOnAlone(ahead: Ahead): Promise<Advanced> {
    try {
      const cursor = await cursorOf(network, ahead);
      checkHead(cursor, ahead);
      return await advance(network, cursor, ahead, size);
    } catch (error) {
      if (!(error instanceof CursorMoved)) throw error;
      // The other process credits these transfers.
      return { done: NOTHING, hasReadAll: false };
    }
  }

  return {
    async poll() {
      const ahead = await readAhead(network);
      const { hash } = ahead.head;
      if (shown !== undefined && isFinished(hash)) {
        await recordHead(network.chain, ahead.head, now());
        return { ...NOTHING, confirming: shown.seen.length };
      }
      // A poll that fails may have undone what an earlier one did: after it, every head is a new one.
      finished = undefined;
      const { done, hasReadAll } = await readOnAlone(ahead);
      const before = shown;
      if (shown?.headHash !== hash) {
        const seen = await showUnconfirmed(network, ahead, readRemembered, unconfirmedSize);
        shown = { headHash: hash, seen };
      }
      await closeDepositAlerts(network, ahead.confirmed);
      await recordHead(network.chain, ahead.head, now());
      // Covers deposits with one confirmation more and deposits that are no longer on the chain.
      if (shown !== before) announceDeposits([...shown.seen, ...(before?.seen ?? [])]);
      if (hasReadAll) finished = { hash, atMs: performance.now() };
      return { ...done, confirming: shown.seen.length };
    },
  };
}

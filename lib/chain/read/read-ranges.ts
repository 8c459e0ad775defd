import { setTimeout as sleep } from "node:timers/promises";
import { larger, smaller } from "@/lib/kernel/bigint";
import type { RangeSize } from "./range-size";
import type { BlockSpan } from "./read-logs";

/** The wait before a node that failed is asked for fewer blocks. */
const PAUSE_MS = 50;
/** How long one range is tried: a node that does not answer at all would take this for each of its halves. */
const MAX_TRIES_MS = 15_000;

/**
 * Reads as many blocks as the node serves, which differs between nodes. `cut` plans a range of at most so many blocks;
 * when the node fails on it, it is cut to half of them, until one block fails or the time is over.
 * @param endMs the time, by `performance.now`, from which a failure is not followed by another try
 * @throws the node's error.
 */
export async function readShrinking<Part extends { blocks: number }, Found>(
  cut: (maxBlocks: number) => Part,
  read: (part: Part) => Promise<Found>,
  { size, endMs }: { size: RangeSize; endMs: number },
): Promise<Found> {
  for (;;) {
    const part = cut(size.blocks);
    try {
      const found = await read(part);
      size.succeeded();
      return found;
    } catch (error) {
      if (!size.failed(part.blocks) || performance.now() >= endMs) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** A part of a span, with what was found in it. */
export interface ReadRange<Found> extends BlockSpan {
  found: Found;
}

const spanOf = ({ from, to }: BlockSpan): BlockSpan => ({ from, to });

interface RangeOptions {
  size: RangeSize;
  /** Reads from the last block to the first one. */
  isBackward?: boolean;
  /** As of `readShrinking`; without it, each range has a time of its own. */
  endMs?: number;
}

/**
 * Reads a span of blocks in ranges that the node serves, one after the other, so that the caller can use, or store, each
 * one before the next is read.
 * @throws the node's error for a range that it does not serve block by block either.
 */
export async function* readRanges<Found>(
  { from, to }: BlockSpan,
  read: (blocks: BlockSpan) => Promise<Found>,
  { size, isBackward = false, endMs }: RangeOptions,
): AsyncGenerator<ReadRange<Found>> {
  let [first, last] = [from, to];
  const cut = (maxBlocks: number) => {
    const more = BigInt(maxBlocks) - 1n;
    const range = isBackward
      ? { from: larger(first, last - more), to: last }
      : { from: first, to: smaller(last, first + more) };
    return { ...range, blocks: Number(range.to - range.from) + 1 };
  };
  while (first <= last) {
    const range = await readShrinking(
      cut,
      async (part) => ({ ...spanOf(part), found: await read(spanOf(part)) }),
      { size, endMs: endMs ?? performance.now() + MAX_TRIES_MS },
    );
    yield range;
    if (isBackward) last = range.from - 1n;
    else first = range.to + 1n;
  }
}

import { expect, test } from "vitest";
import { rangeSize } from "./range-size";
import type { BlockSpan } from "./read-logs";
import { readRanges } from "./read-ranges";

/** A node that serves at most `limit` blocks at once, and none that contain the block `broken`. */
function node(limit: number, broken = -1n) {
  const served: BlockSpan[] = [];
  const asked: number[] = [];
  const read = async (blocks: BlockSpan) => {
    asked.push(Number(blocks.to - blocks.from) + 1);
    if (blocks.to - blocks.from >= BigInt(limit)) throw new Error("too many blocks");
    if (blocks.from <= broken && broken <= blocks.to) throw new Error("no such block");
    served.push(blocks);
    return Number(blocks.to);
  };
  return { read, served, asked };
}

async function numbersIn(ranges: AsyncIterable<BlockSpan>): Promise<number[]> {
  const numbers: number[] = [];
  for await (const { from, to } of ranges)
    for (let block = from; block <= to; block++) numbers.push(Number(block));
  return numbers;
}

const SPAN = { from: 5n, to: 104n };
const all = Array.from({ length: 100 }, (_, index) => index + 5);

test.each([1, 7, 50, 99, 100, 2_000])(
  "with a node that serves %i blocks at once each block of a span is read once, in order",
  async (limit) => {
    const { read } = node(limit);
    expect(await numbersIn(readRanges(SPAN, read, { size: rangeSize(64) }))).toEqual(all);
  },
);

test("a span that is read backwards has its last blocks first, each once", async () => {
  const { read, served } = node(7);
  const ranges = readRanges(SPAN, read, { size: rangeSize(64), isBackward: true });
  expect((await numbersIn(ranges)).sort((one, other) => one - other)).toEqual(all);
  expect(served[0]).toEqual({ from: 101n, to: 104n });
  expect(served.at(-1)?.from).toBe(5n);
});

test("the range of a node is found once by reads with the same size", async () => {
  const size = rangeSize(64);
  await numbersIn(readRanges(SPAN, node(16).read, { size }));
  const { read, asked } = node(16);
  await numbersIn(readRanges({ from: 0n, to: 30n }, read, { size }));
  expect(asked[0]).toBeLessThanOrEqual(32);
});

test("a block that the node does not serve fails alone, after all blocks before it were read", async () => {
  const { read, served, asked } = node(1_000, 60n);
  const ranges = readRanges(SPAN, read, { size: rangeSize(64) });
  await expect(numbersIn(ranges)).rejects.toThrow("no such block");
  expect(served.at(-1)?.to).toBe(59n);
  expect(asked.at(-1)).toBe(1);
});

test("after the end of its time a failed range is not tried again", async () => {
  const { read, asked } = node(7);
  const ranges = readRanges(SPAN, read, { size: rangeSize(64), endMs: performance.now() });
  await expect(numbersIn(ranges)).rejects.toThrow("too many blocks");
  expect(asked).toEqual([64]);
});

test("an empty span is not read", async () => {
  const { read, asked } = node(7);
  expect(await numbersIn(readRanges({ from: 9n, to: 8n }, read, { size: rangeSize() }))).toEqual(
    [],
  );
  expect(asked).toEqual([]);
});

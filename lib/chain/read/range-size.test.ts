import { expect, test } from "vitest";
import { rangeSize } from "./range-size";

test("is halved at each failure until a single block fails", () => {
  const size = rangeSize(10);
  const blocks: number[] = [];
  do blocks.push(size.blocks);
  while (size.failed(size.blocks));
  expect(blocks).toEqual([10, 5, 2, 1]);
});

test("grows back after several successes, never above its first value", () => {
  const size = rangeSize(10);
  size.failed(size.blocks);
  for (let i = 0; i < 7; i++) size.succeeded();
  expect(size.blocks).toBe(5);
  size.succeeded();
  expect(size.blocks).toBe(10);
  for (let i = 0; i < 20; i++) size.succeeded();
  expect(size.blocks).toBe(10);
});

test("a failure resets the count of successes", () => {
  const size = rangeSize(16);
  size.failed(size.blocks);
  for (let i = 0; i < 7; i++) size.succeeded();
  size.failed(size.blocks);
  size.succeeded();
  expect(size.blocks).toBe(4);
});

test("of fewer blocks than it would bear, half of those", () => {
  const size = rangeSize(10_000);
  expect(size.failed(9)).toBe(true);
  expect(size.blocks).toBe(4);
  expect(size.failed(1)).toBe(false);
  expect(size.blocks).toBe(1);
});

test("is halved once by requests of the same size that fail at the same time", () => {
  const size = rangeSize(16);
  for (let i = 0; i < 4; i++) size.failed(16);
  expect(size.blocks).toBe(8);
});

import { expect, test } from "vitest";
import { Memory } from "./memory";

const MOST = 10_000;

test("what was remembered last is recalled, each by its key", () => {
  const memory = new Memory<number>();
  memory.of("a").remember(1);
  memory.of("a").remember(2);
  memory.of("b").remember(3);
  expect(["a", "b", "c"].map((key) => memory.of(key).recall())).toEqual([2, 3, undefined]);
});

test("it does not grow without end", () => {
  const memory = new Memory<number>();
  for (let key = 0; key <= MOST; key++) memory.of(`${key}`).remember(key);
  expect(memory.of(`${MOST}`).recall()).toBe(MOST);
  expect(memory.of("0").recall()).toBeUndefined();
});

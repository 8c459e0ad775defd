import { expect, test } from "vitest";
import { Memory } from "./memory";

const MOST = 10_000;

test("the last value of each key is returned", () => {
  const memory = new Memory<number>();
  memory.of("a").remember(1);
  memory.of("a").remember(2);
  memory.of("b").remember(3);
  expect(["a", "b", "c"].map((key) => memory.of(key).recall())).toEqual([2, 3, undefined]);
});

test("it evicts the least recently used entry, and keeps one that is in use", () => {
  const memory = new Memory<number>();
  memory.of("in use").remember(-1);
  for (let key = 0; key <= MOST; key++) {
    memory.of(`${key}`).remember(key);
    expect(memory.of("in use").recall()).toBe(-1);
  }
  expect(memory.of(`${MOST}`).recall()).toBe(MOST);
  expect(memory.of("0").recall()).toBeUndefined();
});

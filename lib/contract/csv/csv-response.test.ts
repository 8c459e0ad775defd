import { expect, test } from "vitest";
import { csvResponse } from "./csv-response";

const BATCH = 1_000;

/** 100 batches of 1,000 rows, which record how many were read and whether the iteration ended. */
function source(failAt = Number.POSITIVE_INFINITY) {
  const state = { read: 0, isEnded: false };
  async function* batches(): AsyncGenerator<string[][], void> {
    try {
      for (; state.read < 100; ) {
        if (state.read === failAt) throw new Error("the database is away");
        state.read += 1;
        yield Array.from({ length: BATCH }, (_, index) => [
          String((state.read - 1) * BATCH + index),
        ]);
      }
    } finally {
      state.isEnded = true;
    }
  }
  return { state, batches: batches() };
}

async function open(failAt?: number) {
  const { state, batches } = source(failAt);
  const { body } = await csvResponse("rows.csv", ["n"], batches);
  if (!body) throw new Error("no body");
  return { state, reader: body.getReader() };
}
const textOf = (value: Uint8Array | undefined) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(value);

test("rows are read on demand: a slow reader holds at most one batch", async () => {
  const { state, reader } = await open();
  let lines = 0;
  for (let taken = 0; ; taken += 1) {
    expect(state.read).toBeLessThanOrEqual(taken + 1);
    const { done, value } = await reader.read();
    if (done) break;
    lines += textOf(value).split("\r\n").length - 1;
  }
  expect(lines).toBe(100 * BATCH + 1);
});

test("starts with the UTF-8 byte order mark and the header", async () => {
  const { reader } = await open();
  const { value } = await reader.read();
  expect([...(value?.slice(0, 3) ?? [])]).toEqual([0xef, 0xbb, 0xbf]);
  expect(textOf(value).slice(1, 10)).toBe("n\r\n0\r\n1\r\n");
});

test("a reader that disconnects ends the query", async () => {
  const { state, reader } = await open();
  await reader.read();
  await reader.read();
  await reader.cancel();
  expect(state).toEqual({ read: 2, isEnded: true });
});

test("an immediate failure is not a file", async () => {
  await expect(open(0)).rejects.toThrow("the database is away");
});

test("a later failure aborts the file instead of ending it normally", async () => {
  const { reader } = await open(3);
  for (let taken = 0; taken < 3; taken += 1) await reader.read();
  await expect(reader.read()).rejects.toThrow("the database is away");
});

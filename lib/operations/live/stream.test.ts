import { expect, test } from "vitest";
import { Stream } from "./stream";

test("a reader that never reads is disconnected, and its buffer is freed", async () => {
  let ended = 0;
  const stream = new Stream({
    everyMs: 1,
    onEnd: () => {
      ended += 1;
    },
  });
  for (let index = 0; index < 100; index += 1) stream.beat();
  expect(ended).toBe(1);
  let taken = 0;
  for await (const _ of stream.body) taken += 1;
  expect(taken).toBeLessThan(20);
});

test("ending twice, or after the reader left, does nothing", async () => {
  let ended = 0;
  const stream = new Stream({
    everyMs: 1,
    onEnd: () => {
      ended += 1;
    },
  });
  await stream.body.cancel();
  stream.end();
  stream.publish(["cards"]);
  stream.beat();
  expect(ended).toBe(1);
});

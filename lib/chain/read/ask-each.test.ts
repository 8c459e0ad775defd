import { expect, test } from "vitest";
import { askEach } from "./ask-each";

/** Requests for the numbers below `count` that the test ends, with success or failure. */
function heldRequests(count: number) {
  const begun: number[] = [];
  const replies = Array.from({ length: count }, () => Promise.withResolvers<number>());
  const answers = askEach([...replies.keys()], (item) => {
    begun.push(item);
    return replies[item]?.promise ?? Promise.reject(new Error("unknown item"));
  });
  return { begun, replies, answers };
}

test("eight requests run concurrently, and the next starts when one has ended", async () => {
  const { begun, replies, answers } = heldRequests(10);
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  replies[5]?.resolve(5);
  await expect.poll(() => begun.slice(8)).toEqual([8]);
  for (const [item, { resolve }] of replies.entries()) resolve(item);
  expect(await answers).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("no further request starts after a failure", async () => {
  const { begun, replies, answers } = heldRequests(20);
  await expect.poll(() => begun).toHaveLength(8);
  replies[3]?.reject(new Error("refused"));
  await expect(answers).rejects.toThrow("refused");
  for (const [item, { resolve }] of replies.entries()) resolve(item);
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toHaveLength(8);
});

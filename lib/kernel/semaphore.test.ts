import { expect, test } from "vitest";
import { Semaphore } from "./semaphore";

/** Tasks that the test ends, with success or failure. */
function heldWorks(turns: Semaphore, count: number) {
  const begun: number[] = [];
  const works = Array.from({ length: count }, (_, index) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const taken = turns.run(() => {
      begun.push(index);
      return promise;
    });
    return { taken, resolve, reject };
  });
  return { begun, works };
}

test("so many work at a time, the others in the order of coming", async () => {
  const { begun, works } = heldWorks(new Semaphore(2), 4);
  expect(begun).toEqual([0, 1]);
  works[1]?.resolve(10);
  expect(await works[1]?.taken).toBe(10);
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  works[0]?.resolve(0);
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
});

test("one that fails tells its caller alone, and gives its turn on", async () => {
  const turns = new Semaphore(1);
  const { begun, works } = heldWorks(turns, 2);
  works[0]?.reject(new Error("no"));
  await expect(works[0]?.taken).rejects.toThrow("no");
  await expect.poll(() => begun).toEqual([0, 1]);
  works[1]?.resolve(1);
  await works[1]?.taken;
  expect(await turns.run(async () => "free again")).toBe("free again");
});

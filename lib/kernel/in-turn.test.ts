import { expect, test, vi } from "vitest";
import { countInTurn } from "./in-turn";

const fails = (text: string) => () => Promise.reject(new Error(text));

test("the counts of all steps are returned", async () => {
  expect(await countInTurn([async () => ({ a: 1 }), async () => ({ b: 2 })])).toEqual({
    a: 1,
    b: 2,
  });
});

test("the steps after one that fails run, and its failure is thrown", async () => {
  const last = vi.fn(async () => ({ b: 2 }));
  await expect(countInTurn([fails("broken"), last])).rejects.toThrow("broken");
  expect(last).toHaveBeenCalledOnce();
});

test("several failures are thrown together", async () => {
  const failure = await countInTurn([fails("one"), fails("two")]).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AggregateError);
  expect((failure as AggregateError).errors.map(String)).toEqual(["Error: one", "Error: two"]);
});

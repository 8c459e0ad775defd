import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { GatheredLookUp } from "./gathered-look-up";

/** A lookup whose statements end when the test says so; the row of a key is the key in capitals. */
function controlledLookUp() {
  const statements: { keys: readonly string[]; end: () => void; fail: (error: Error) => void }[] =
    [];
  const lookUp = new GatheredLookUp<string, string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<(string | undefined)[]>();
    const rows = keys.map((key) => (key === "unknown" ? undefined : key.toUpperCase()));
    statements.push({ keys, end: () => resolve(rows), fail: reject });
    return promise;
  });
  return { lookUp, statements };
}
const keysOf = (statements: readonly { keys: readonly string[] }[]) =>
  statements.map(({ keys }) => keys);

test("lookups of one turn share a statement, and each gets its own row", async () => {
  const { lookUp, statements } = controlledLookUp();
  const found = Promise.all(["b", "unknown", "a"].map((key) => lookUp.find(key)));
  await nextTurn();
  expect(keysOf(statements)).toEqual([["b", "unknown", "a"]]);
  statements[0]?.end();
  expect(await found).toEqual(["B", undefined, "A"]);
});

test("a second statement goes beside a slow one, and its rows do not wait", async () => {
  const { lookUp, statements } = controlledLookUp();
  const slow = lookUp.find("slow");
  await nextTurn();
  const quick = lookUp.find("quick");
  await nextTurn();
  statements[1]?.end();
  expect(await quick).toBe("QUICK");
  statements[0]?.end();
  expect(await slow).toBe("SLOW");
});

test("lookups that arrive while two statements are under way share the next one", async () => {
  const { lookUp, statements } = controlledLookUp();
  const found: Promise<string | undefined>[] = [];
  for (const key of ["a", "b", "c", "d", "e"]) {
    found.push(lookUp.find(key));
    await nextTurn();
  }
  expect(keysOf(statements)).toEqual([["a"], ["b"]]);
  statements[0]?.end();
  await found[0];
  await nextTurn();
  expect(keysOf(statements)).toEqual([["a"], ["b"], ["c", "d", "e"]]);
  for (const { end } of statements) end();
  expect(await Promise.all(found)).toEqual(["A", "B", "C", "D", "E"]);
});

test("a key is read again when it is looked up while its statement is under way", async () => {
  const { lookUp, statements } = controlledLookUp();
  const first = lookUp.find("a");
  await nextTurn();
  const second = lookUp.find("a");
  await nextTurn();
  expect(keysOf(statements)).toEqual([["a"], ["a"]]);
  for (const { end } of statements) end();
  expect(await Promise.all([first, second])).toEqual(["A", "A"]);
});

test("a statement has at most 32 keys, and all of a larger burst are answered in order", async () => {
  const { lookUp, statements } = controlledLookUp();
  const keys = Array.from({ length: 100 }, (_, index) => `k${index}`);
  const found = Promise.all(keys.map((key) => lookUp.find(key)));
  for (let ended = 0; ended < 4; ended++) {
    await nextTurn();
    expect(statements.length).toBeLessThanOrEqual(ended + 2);
    statements[ended]?.end();
    await nextTurn();
  }
  expect(statements.map((each) => each.keys.length)).toEqual([32, 32, 32, 4]);
  expect(await found).toEqual(keys.map((key) => key.toUpperCase()));
});

test("a failed statement fails its own lookups only, and later ones work", async () => {
  const { lookUp, statements } = controlledLookUp();
  const failing = Promise.allSettled([lookUp.find("a"), lookUp.find("b")]);
  await nextTurn();
  const other = lookUp.find("c");
  await nextTurn();
  statements[0]?.fail(new Error("lost"));
  expect((await failing).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const later = lookUp.find("d");
  await nextTurn();
  for (const { end } of statements.slice(1)) end();
  expect(await Promise.all([other, later])).toEqual(["C", "D"]);
});

import { expect, test } from "vitest";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { DAY_MS } from "./durations";
import { firstIdAt, isId, newId } from "./ids";

test("an id has its prefix and 26 characters of base 32", () => {
  expect(newId("card")).toMatch(/^card_[0-9a-hj-km-np-tv-z]{26}$/);
});

test("ids of one process are strictly increasing, so newest first is the order of ids", () => {
  const ids = Array.from({ length: 20_000 }, () => newId("txn"));
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

/** Goes on in the next millisecond. */
function passMillisecond(): void {
  const before = Date.now();
  while (Date.now() <= before);
}

test("ids of a later millisecond are greater", () => {
  const first = newId("evt");
  passMillisecond();
  expect(newId("evt") > first).toBe(true);
});

test("ids have the time of a clock that was days ahead and was set right", async () => {
  const ahead = await withClockAhead(2 * DAY_MS, async () => newId("txn"));
  const [after, next] = [newId("txn"), newId("txn")];
  expect(after < firstIdAt("txn", new Date(Date.now() + 1))).toBe(true);
  expect(next > after).toBe(true);
  expect(ahead > next).toBe(true);
});

/** An instant and an id of its millisecond, which can end between the two. */
function idOfInstant() {
  for (;;) {
    const [at, after] = [new Date(), newId("evt")];
    if (Date.now() === at.getTime()) return { at, after };
  }
}

test("the first id of an instant sorts before later ids and after earlier ones", () => {
  const before = newId("evt");
  passMillisecond();
  const { at, after } = idOfInstant();
  expect(before < firstIdAt("evt", at)).toBe(true);
  expect(firstIdAt("evt", at) <= after).toBe(true);
  expect(firstIdAt("evt", new Date(at.getTime() + 1)) > after).toBe(true);
});

test.each([
  ["0000-01-01T00:00:00Z", `evt_${"0".repeat(26)}`],
  ["1970-01-01T00:00:00Z", `evt_${"0".repeat(26)}`],
  ["+275760-09-13T00:00:00Z", `evt_7zzzzzzzzz${"0".repeat(16)}`],
])("at %s it is %s", (at, id) => {
  expect(firstIdAt("evt", new Date(at))).toBe(id);
});

test("later ids cannot be guessed: ids of another time share no random part", () => {
  const parts = new Set<string>();
  for (let i = 0; i < 20; i++) {
    passMillisecond();
    parts.add(newId("usr").slice(-8));
  }
  expect(parts.size).toBe(20);
});

test.each([
  ["card", newId("card"), true],
  ["card", newId("usr"), false],
  ["txn", `${newId("txn")}_fx`, true],
  ["txn", `${newId("txn")}_rev`, true],
  ["txn", `${newId("txn")}_rev12`, true],
  ["txn", `${newId("txn")}_inc`, true],
  ["txn", `${newId("txn")}_inc_rev2`, true],
  ["txn", `${newId("txn")}_rev_inc`, false],
  ["txn", `${newId("txn")}_x`, false],
  ["card", "card_", false],
  ["card", "", false],
  ["card", `${newId("card")} `, false],
  ["card", `${newId("card")}\n`, false],
  ["card", newId("card").toUpperCase(), false],
  ["card", `${newId("card").slice(0, -1)}\u0000`, false],
  ["card", `${newId("card")}0`, false],
] as const)("isId(%s, %j) is %s", (prefix, text, expected) => {
  expect(isId(prefix, text)).toBe(expected);
});

test("ids stay strictly increasing where the clock is set back by a second", async () => {
  const ahead = await withClockAhead(1_000, async () => newId("txn"));
  expect(newId("txn") > ahead).toBe(true);
});

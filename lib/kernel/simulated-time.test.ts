import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { now } from "./clock";
import { firstIdAt, newId } from "./ids";
import { atSimulatedTime } from "./simulated-time";

const at = new Date("2026-08-25T09:30:00.000Z");
const other = new Date("2026-09-01T18:00:00.000Z");
const { SERVICE_ENVIRONMENT } = process.env;

afterEach(() => {
  process.env.SERVICE_ENVIRONMENT = SERVICE_ENVIRONMENT;
});

/** Makes ids at a time, with pauses in which other times run. */
const idsAt = (time: Date) =>
  atSimulatedTime(time, async () => {
    const ids: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      ids.push(newId("txn"), newId("txn"));
      await sleep(1);
    }
    return ids;
  });

test("the service's time is the simulated one inside, and the real one outside", async () => {
  const inside = await atSimulatedTime(at, async () => {
    await sleep(5);
    return now();
  });
  expect(inside).toEqual(at);
  expect(Math.abs(now().getTime() - Date.now())).toBeLessThan(1_000);
});

test("ids have the simulated time and increase, also beside another time", async () => {
  const [first, second] = await Promise.all([idsAt(at), idsAt(other)]);
  for (const [ids, time] of [
    [first, at],
    [second, other],
  ] as const) {
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) {
      expect(id >= firstIdAt("txn", time)).toBe(true);
      expect(id < firstIdAt("txn", new Date(time.getTime() + 1_000))).toBe(true);
    }
  }
});

test("ids outside have the real time after ids of another time were made", async () => {
  const start = new Date();
  await idsAt(at);
  await idsAt(new Date(Date.now() + 86_400_000));
  const id = newId("txn");
  expect(id >= firstIdAt("txn", start)).toBe(true);
  expect(id < firstIdAt("txn", new Date(Date.now() + 1_000))).toBe(true);
});

test("production refuses to simulate time", () => {
  process.env.SERVICE_ENVIRONMENT = "production";
  expect(() => atSimulatedTime(at, async () => undefined)).toThrow(/production/);
});

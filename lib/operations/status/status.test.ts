import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/kernel/durations";
import { endTests, sql } from "@/test/fixtures/make";
import { COMPONENTS } from "../health/history/schema";
import { insertSamples } from "../health/history/store";
import { currentStatus, readStatus } from "./read-status";

afterAll(endTests);
beforeEach(() => sql("DELETE FROM health_samples"));

const AT = new Date("2026-11-20T10:20:00.000Z");
const before = (minutes: number) => new Date(AT.getTime() - minutes * MINUTE_MS);

test("without a sample nothing is operational", async () => {
  const status = await readStatus(AT);
  expect(status).toMatchObject({ state: "unknown", incidents: [] });
  expect(status.components.map(({ component }) => component)).toEqual([...COMPONENTS]);
  for (const { state, day, week } of status.components) {
    expect(state).toBe("unknown");
    expect(day.uptime).toBeUndefined();
    expect([day.bars.length, week.bars.length]).toEqual([24, 56]);
    expect(new Set([...day.bars, ...week.bars].map((bar) => bar.state))).toEqual(
      new Set(["unknown"]),
    );
  }
});

test("a sample of long ago does not say the present state", async () => {
  for (const component of COMPONENTS) await insertSamples(before(30), [{ component, state: "up" }]);
  const status = await readStatus(AT);
  expect(status.state).toBe("unknown");
  expect(status.components[0]).toMatchObject({ state: "unknown", day: { uptime: 1 } });
});

test("one component that is degraded is the state of the service", async () => {
  await insertSamples(
    before(5),
    COMPONENTS.map((component) => ({
      component,
      state: component === "webhooks" ? "degraded" : "up",
    })),
  );
  const status = await readStatus(AT);
  expect(status.state).toBe("degraded");
  expect(status.incidents).toEqual([
    { component: "webhooks", state: "degraded", startedAt: before(5).toISOString() },
  ]);
});

test("a bar has the worst state, and the uptime counts samples", async () => {
  for (const [minutes, state] of [
    [5, "up"],
    [10, "up"],
    [15, "down"],
    [20, "degraded"],
  ] as const)
    await insertSamples(before(minutes), [{ component: "api", state }]);
  const [api] = (await readStatus(AT)).components;
  expect(api?.day.bars.at(-1)).toEqual({ at: "2026-11-20T10:00:00.000Z", state: "down" });
  expect(api?.week.bars.at(-1)?.state).toBe("down");
  expect(api?.day.uptime).toBe(0.75);
  expect(api?.state).toBe("up");
});

test("failures near each other are one incident, and far ones are two", async () => {
  for (const [minutes, state] of [
    [600, "degraded"],
    [60, "down"],
    [50, "degraded"],
    [5, "up"],
  ] as const)
    await insertSamples(before(minutes), [{ component: "api", state }]);
  expect((await readStatus(AT)).incidents).toEqual([
    {
      component: "api",
      state: "down",
      startedAt: before(60).toISOString(),
      endedAt: before(45).toISOString(),
    },
    {
      component: "api",
      state: "degraded",
      startedAt: before(600).toISOString(),
      endedAt: before(595).toISOString(),
    },
  ]);
});

test("chains, jobs, counts and durations are not part of the status", async () => {
  await insertSamples(before(5), [
    { component: "chain:base", state: "down", value: 5 },
    { component: "api", state: "up", value: 12_345, total: 6_789, failed: 1 },
  ]);
  const text = JSON.stringify(await readStatus(AT));
  expect(text).not.toMatch(/chain:|12345|6789/);
});

test("requests within a minute share one read", async () => {
  const first = currentStatus();
  expect(currentStatus()).toBe(first);
  const { readAt } = await first;
  await insertSamples(new Date(), [{ component: "api", state: "down" }]);
  expect((await currentStatus()).readAt).toBe(readAt);
});

test("a sample of a time to come says nothing: the clock was ahead then", async () => {
  await insertSamples(before(5), [{ component: "api", state: "up" }]);
  await insertSamples(before(-600), [{ component: "api", state: "down" }]);
  const status = await readStatus(AT);
  expect(status.components[0]).toMatchObject({ component: "api", state: "up" });
  expect(status.incidents).toEqual([]);
});

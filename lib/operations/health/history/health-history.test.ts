import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { GET as historyRoute } from "@/app/api/admin/health/history/route";
import { DAY_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { invalidFields } from "@/test/http/expect-answer";
import { KEPT_DAYS, recordHealth, SAMPLE_EVERY_MS } from "./record-health";
import { COMPONENTS } from "./schema";
import { insertSamples } from "./store";

afterAll(endTests);

test("a sample has every component; a second process of the same interval adds none", async () => {
  await clientOf(await makePartner()).listCards();
  const [first, second] = [await recordHealth(), await recordHealth()];
  expect(first.sampled).toBeGreaterThanOrEqual(COMPONENTS.length);
  // The second run can begin in the next interval.
  expect([0, first.sampled]).toContain(second.sampled);
  const rows = await sql("SELECT DISTINCT component, state FROM health_samples ORDER BY component");
  expect(rows.map(({ component }) => component)).toEqual(expect.arrayContaining([...COMPONENTS]));
});

test("samples are deleted after a month", async () => {
  const old = new Date(Date.now() - KEPT_DAYS * DAY_MS - MINUTE_MS);
  const kept = new Date(Date.now() - KEPT_DAYS * DAY_MS + 60 * MINUTE_MS);
  for (const at of [old, kept]) await insertSamples(at, [{ component: "api", state: "up" }]);
  expect((await recordHealth()).deleted).toBe(1);
  const [{ n }] = await sql(
    "SELECT count(*)::int AS n FROM health_samples WHERE sampled_at <= $1",
    [kept],
  );
  expect(n).toBe(1);
});

test("samples of a time when the clock was ahead are deleted, or they would keep out those of that time", async () => {
  const ahead = new Date(Date.now() + DAY_MS);
  await insertSamples(ahead, [{ component: "api", state: "down" }]);
  expect((await recordHealth()).deleted).toBe(1);
  expect(await sql("SELECT FROM health_samples WHERE sampled_at > now()")).toEqual([]);
});

test("a process whose clock is ahead deletes no samples of the last month", async () => {
  const at = new Date(Date.now() - 10 * DAY_MS);
  await insertSamples(at, [{ component: "api", state: "up" }]);
  await withClockAhead(60 * DAY_MS, recordHealth);
  expect(await sql("SELECT FROM health_samples WHERE sampled_at = $1", [at])).toHaveLength(1);
});

test("an interval has the worst state, the highest value and the sums of its samples", async () => {
  await sql("DELETE FROM health_samples");
  const browser = await signedIn(await makePerson({ role: "auditor" }));
  const intervalMs = 30 * MINUTE_MS;
  const start = (Math.floor(Date.now() / intervalMs) - 2) * intervalMs;
  const states = ["up", "down", "degraded"] as const;
  for (const [index, state] of states.entries())
    await insertSamples(new Date(start + index * SAMPLE_EVERY_MS), [
      { component: "api", state, value: 10 * (index + 1), total: 5, failed: index },
      { component: "payouts", state: "up" },
    ]);
  const { json } = await browser.call(historyRoute);
  const { components, from, until, intervalS } = json.data;
  expect(intervalS).toBe(intervalMs / 1_000);
  expect(Date.parse(until) - Date.parse(from)).toBe(DAY_MS);
  expect(components).toEqual([
    {
      component: "api",
      points: [
        { at: new Date(start).toISOString(), state: "down", value: 30, total: 15, failed: 3 },
      ],
    },
    { component: "payouts", points: [{ at: new Date(start).toISOString(), state: "up" }] },
  ]);
  const week = (await browser.call(historyRoute, { query: { range: "7d" } })).json.data;
  expect(Date.parse(week.until) - Date.parse(week.from)).toBe(7 * DAY_MS);
  expect(week.components[0].points[0]).toMatchObject({ state: "down", total: 15 });
  const wrong = await browser.call(historyRoute, { query: { range: "1y" } });
  expect(invalidFields(wrong)).toEqual(["range: isIn"]);
});

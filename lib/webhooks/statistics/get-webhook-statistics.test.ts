import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as read } from "@/app/api/v1/partner/webhooks/statistics/route";
import { now, shiftClock } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { makeAttempt, makeEvent } from "@/test/fixtures/webhooks";

let partner: TestPartner;
let browser: Browser;

beforeAll(async () => {
  // The middle of an hour, so that no hour ends during a test.
  shiftClock(HOUR_MS / 2 - (Date.now() % HOUR_MS));
  partner = await makePartner({ balanceUsd: 0 });
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "viewer" }));
});
afterAll(endTests);

async function statistics(period: string) {
  const answer = await browser.call(read, { query: { period } });
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return answer.json.data;
}

async function attempt(at: Date, durationMs: number, succeeded: boolean, owner = partner) {
  const eventId = await makeEvent(owner);
  const id = await makeAttempt(owner.partnerId, eventId, { at, succeeded });
  await sql("ALTER TABLE webhook_attempts DISABLE TRIGGER USER");
  await sql("UPDATE webhook_attempts SET duration_ms = $2 WHERE id = $1", [id, durationMs]);
  await sql("ALTER TABLE webhook_attempts ENABLE TRIGGER USER");
}

test("an endpoint without attempts has empty steps", async () => {
  const { steps, ...rest } = await statistics("day");
  expect(rest).toEqual({
    stepSeconds: 3_600,
    isPartial: false,
    attempts: 0,
    succeeded: 0,
    p95Ms: null,
  });
  expect(steps).toHaveLength(24);
  expect(steps[0]).toEqual({
    from: new Date((Math.floor(now().getTime() / HOUR_MS) - 23) * HOUR_MS).toISOString(),
    attempts: 0,
    succeeded: 0,
    medianMs: null,
    p95Ms: null,
  });
});

test("attempts are counted in the step of their start, and those of others are not", async () => {
  const thisHour = new Date(Math.floor(now().getTime() / HOUR_MS) * HOUR_MS);
  const earlier = new Date(thisHour.getTime() - 3 * HOUR_MS);
  const before = new Date(thisHour.getTime() - 30 * HOUR_MS);
  for (const durationMs of [10, 20, 400]) await attempt(earlier, durationMs, durationMs < 400);
  await attempt(thisHour, 50, true);
  await attempt(before, 9_000, false);
  const other = await makePartner({ balanceUsd: 0 });
  await attempt(thisHour, 7_000, false, other);

  const day = await statistics("day");
  expect(day).toMatchObject({ attempts: 4, succeeded: 3, p95Ms: 400 });
  expect(day.steps[20]).toEqual({
    from: earlier.toISOString(),
    attempts: 3,
    succeeded: 2,
    medianMs: 20,
    p95Ms: 400,
  });
  expect(day.steps[23]).toMatchObject({ attempts: 1, succeeded: 1, medianMs: 50, p95Ms: 50 });
  const week = await statistics("week");
  expect(week).toMatchObject({ stepSeconds: 21_600, attempts: 5, succeeded: 3 });
  expect(week.steps).toHaveLength(28);
  expect((await statistics("month")).steps).toHaveLength(30);
});

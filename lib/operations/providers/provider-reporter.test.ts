import "@/test/database";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  noteProviderCallback,
  onProviderNote,
  providerMetrics,
  trackProviderCall,
} from "@/lib/kernel/provider-calls";
import { ProviderRefused, ProviderUnavailable } from "@/lib/kernel/provider-error";
import { answerReady } from "@/lib/operations/health/health-routes";
import { readProviders } from "@/lib/operations/health/state/store";
import { endTests, sql } from "@/test/fixtures/make";
import { ProviderReporter } from "./provider-reporter";

let reporter: ProviderReporter;

beforeEach(async () => {
  await sql("DELETE FROM provider_status");
  providerMetrics.calls.reset();
  providerMetrics.callbacks.reset();
  reporter = new ProviderReporter();
  onProviderNote((note) => reporter.add(note));
});
afterEach(() => {
  onProviderNote(undefined);
  vi.useRealTimers();
});
afterAll(endTests);

const call = { provider: "sumsub", operation: "createApplicant" };
const succeed = () => trackProviderCall(call, async () => 1);
const fail = (error: Error) =>
  trackProviderCall(call, async () => {
    throw error;
  }).catch(() => undefined);
const timeout = () => new ProviderUnavailable({ ...call, status: 503 });
const status = async () => {
  await reporter.flush();
  return (await readProviders())[0];
};

test("a success is shown, and nothing about failures", async () => {
  expect(await succeed()).toBe(1);
  expect(await status()).toMatchObject({
    provider: "sumsub",
    succeededAt: expect.any(Date),
    failingSince: null,
    failure: null,
    callbacks: 0,
  });
});

test("readiness names each provider's last answer, and never a failure's text", async () => {
  await succeed();
  await fail(timeout());
  await reporter.flush();
  const ready = await answerReady();
  expect(ready.status).toBe(200);
  const { data } = await ready.json();
  expect(data.providers).toEqual([
    {
      provider: "sumsub",
      succeededAt: expect.any(String),
      failingSince: expect.any(String),
      callbackAt: null,
      callbackLagMs: null,
    },
  ]);
});

test("a failure in the millisecond of a stored success begins an outage, and the next success ends it", async () => {
  const note = { provider: "sumsub", at: new Date() };
  reporter.add({ ...note, kind: "success" });
  expect((await status())?.failingSince).toBeNull();
  reporter.add({ ...note, kind: "failure", failure: "down", isOutage: true });
  expect((await status())?.failingSince).toBeInstanceOf(Date);
  reporter.add({ ...note, kind: "success" });
  expect((await status())?.failingSince).toBeNull();
});

test("failures keep the time of the first one until a call succeeds", async () => {
  await fail(timeout());
  const first = await status();
  expect(first?.failure).toBe("sumsub was unavailable for createApplicant (status 503)");
  await sql("UPDATE provider_status SET failing_since = failing_since - interval '1 hour'");
  await fail(timeout());
  expect((await status())?.failingSince?.getTime()).toBe(
    (first?.failingSince?.getTime() ?? 0) - 3_600_000,
  );
  await succeed();
  expect(await status()).toMatchObject({ failingSince: null, failure: first?.failure });
});

test("a refused request is the last error, but no outage", async () => {
  await fail(new ProviderRefused({ ...call, status: 422 }));
  expect(await status()).toMatchObject({
    failure: "sumsub refused createApplicant (status 422)",
    failingSince: null,
  });
});

test("a success of another process ends an outage, and its earlier ones do not", async () => {
  const other = new ProviderReporter();
  const at = (ms: number) => new Date(Date.now() + ms);
  const outage = { kind: "failure", failure: "down", isOutage: true } as const;
  reporter.add({ provider: "sumsub", at: at(0), ...outage });
  await reporter.flush();
  other.add({ provider: "sumsub", at: at(-60_000), kind: "success" });
  await other.flush();
  expect((await status())?.failingSince).toBeInstanceOf(Date);
  other.add({ provider: "sumsub", at: at(60_000), kind: "success" });
  await other.flush();
  expect((await status())?.failingSince).toBeNull();
  reporter.add({ provider: "sumsub", at: at(30_000), ...outage });
  expect((await status())?.failingSince).toBeNull();
});

test("an unknown error is shown by its name alone, because its text could quote data", async () => {
  await fail(new TypeError("Amara Okafor has no passport"));
  expect((await status())?.failure).toBe("TypeError");
});

test("callbacks of several processes are added up; refused ones are not shown", async () => {
  const createdAt = new Date(Date.now() - 2_000);
  noteProviderCallback({ provider: "sumsub", outcome: "processed", createdAt });
  noteProviderCallback({ provider: "sumsub", outcome: "refused" });
  await reporter.flush();
  noteProviderCallback({ provider: "sumsub", outcome: "ignored" });
  expect(await status()).toMatchObject({ callbacks: 2, callbackLagMs: null, succeededAt: null });
});

test("metrics count calls and callbacks by outcome", async () => {
  await succeed();
  await fail(timeout());
  noteProviderCallback({ provider: "sumsub", outcome: "refused" });
  const calls = (await providerMetrics.calls.get()).values
    .filter(({ metricName }) => metricName?.endsWith("_count"))
    .map(({ labels, value }) => [labels.outcome, value]);
  expect(calls).toEqual([
    ["succeeded", 1],
    ["unavailable", 1],
  ]);
  expect((await providerMetrics.callbacks.get()).values).toMatchObject([
    { labels: { provider: "sumsub", outcome: "refused" }, value: 1 },
  ]);
});

test("what was noted while the clock was ahead hides neither an outage nor its end", async () => {
  const ahead = "now() + interval '40 days'";
  await succeed();
  await status();
  await sql(`UPDATE provider_status SET succeeded_at = ${ahead}, callback_at = ${ahead}`);
  await fail(timeout());
  expect((await status())?.failingSince).toBeInstanceOf(Date);
  await sql(`UPDATE provider_status SET failing_since = ${ahead}, failed_at = ${ahead}`);
  await succeed();
  expect((await status())?.failingSince).toBeNull();
  await fail(new ProviderRefused({ ...call, status: 422 }));
  noteProviderCallback({ provider: "sumsub", outcome: "processed" });
  expect(await status()).toMatchObject({ failure: "sumsub refused createApplicant (status 422)" });
  // Notes of one millisecond are dated a few milliseconds apart, so the last may be just ahead of the database's clock.
  expect(
    await sql(
      `SELECT FROM provider_status
       WHERE greatest(succeeded_at, failed_at, callback_at) > now() + interval '1 day'`,
    ),
  ).toEqual([]);
});

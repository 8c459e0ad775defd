import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { GET } from "@/app/api/admin/health/route";
import { GET as getMetrics } from "@/app/api/internal/metrics/route";
import { checkCustody } from "@/lib/accounting/checks/check-custody";
import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { recordFault } from "@/lib/chain/store";
import { recordHead } from "@/lib/deposits/watch/store";
import { shiftClock } from "@/lib/kernel/clock";
import { watchChainsJob } from "@/lib/operations/scheduler/jobs";
import { runJob } from "@/lib/operations/scheduler/run-job";
import { configureNetworks } from "@/test/chain/configure-networks";
import { commitEvents, setTestEndpoint } from "@/test/fixtures/deliveries";
import { call, endTests, makePartner, sql } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { expectRefusal } from "@/test/http/expect-answer";
import { ALL_JOBS } from "./all-jobs";
import type { Trouble } from "./state/trouble";

afterAll(endTests);

async function health() {
  const browser = await signedIn(await makePerson({ role: "auditor" }));
  const answer = await browser.call(GET, {});
  expect(answer.status).toBe(200);
  return answer.json.data;
}

const bearer = { authorization: `Bearer ${process.env.CRON_SECRET}` };
async function scrape(): Promise<Map<string, number>> {
  const response = await getMetrics(
    new Request("http://127.0.0.1:3000/api/internal/metrics", { headers: bearer }),
  );
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const lines = (await response.text()).trimEnd().split("\n");
  const samples = lines.filter((line) => line !== "" && !line.startsWith("#"));
  for (const line of samples)
    expect(line).toMatch(/^[a-z_]+(\{([a-zA-Z_]+="[^"\n]*",?)+\})? -?[0-9.e+-]+$/);
  return new Map(
    samples.map((line) => [
      line.slice(0, line.lastIndexOf(" ")),
      Number(line.slice(line.lastIndexOf(" ") + 1)),
    ]),
  );
}

test("every job is listed, also those that never ran", async () => {
  const { jobs } = await health();
  expect(jobs.map(({ name }: { name: string }) => name)).toEqual(ALL_JOBS.map(({ name }) => name));
});

test("a job that no process runs is reported, though it never ran", async () => {
  const lateAfterMs = 3 * watchChainsJob.everyMs + 60_000;
  const troubles = async () =>
    (await health()).troubles.filter(({ subject }: Trouble) => subject === watchChainsJob.name);
  expect(await troubles()).toEqual([]);
  shiftClock(lateAfterMs + 1_000);
  const later = await troubles().finally(() => shiftClock(-lateAfterMs - 1_000));
  expect(later).toMatchObject([
    { severity: "failed", text: expect.stringMatching(/^It never ran/) },
  ]);
});

test("a run is shown with its result", async () => {
  await runJob(watchChainsJob);
  const { jobs } = await health();
  const found = jobs.find(({ name }: { name: string }) => name === watchChainsJob.name);
  expect(found).toMatchObject({ failure: null, succeededAt: expect.any(String) });
});

test("a chain that was turned off is no trouble, though nobody reads it any more", async () => {
  const chain = "polygon-amoy";
  await recordFault(chain, "Its node gives no answer that can be used.", new Date());
  configureNetworks(chain);
  const chainsIn = ({ chains }: { chains: { chain: string }[] }) => chains.map((row) => row.chain);
  const on = await health();
  expect(chainsIn(on)).toContain(chain);
  expect(on.troubles).toContainEqual(expect.objectContaining({ subject: chain }));
  configureNetworks();
  const off = await health();
  expect(chainsIn(off)).not.toContain(chain);
  expect(off.troubles).not.toContainEqual(expect.objectContaining({ subject: chain }));
});

test("a chain whose newest block was too old when it was read is a trouble, and its age a metric", async () => {
  const chain = "base-sepolia";
  configureNetworks(chain);
  const of = async (ageS: number) => {
    const timestamp = BigInt(Math.floor(Date.now() / 1_000) - ageS);
    await recordHead(chain, { number: 7n, timestamp }, new Date());
    const { troubles } = await health();
    return troubles.filter(({ subject }: { subject: string }) => subject === chain);
  };
  expect(await of(200)).toEqual([]);
  expect(await of(400)).toMatchObject([
    { severity: "failed", text: expect.stringContaining("newest block is 7 min old") },
  ]);
  const ageS = (await scrape()).get(`partner_wallet_chain_head_age_seconds{chain="${chain}"}`);
  expect(ageS).toBeGreaterThanOrEqual(400);
  configureNetworks();
});

test("pending events and failing endpoints are counted, with the partner's name", async () => {
  const before = await health();
  const endpointOf = async (path: string) =>
    setTestEndpoint((await makePartner()).partnerId, `https://hooks.example.com/${path}`);
  const working = await endpointOf("works");
  const failing = await endpointOf("fails");
  const paused = await endpointOf("paused");
  for (const { partnerId } of [working, failing, paused]) await commitEvents(partnerId);
  await sql("UPDATE webhook_endpoints SET failing_since = now() WHERE partner_id = $1", [
    failing.partnerId,
  ]);
  await sql(
    "UPDATE webhook_endpoints SET failing_since = now(), paused_at = now() WHERE partner_id = $1",
    [paused.partnerId],
  );
  await sql("UPDATE webhook_deliveries SET due_at = now() - interval '5 minutes'");
  const { deliveries, troubles } = await health();
  expect(deliveries.pending).toBe(before.deliveries.pending + 3);
  expect(deliveries.due).toBe(before.deliveries.due + 2);
  expect(deliveries).toMatchObject({ failingEndpoints: 1, pausedEndpoints: 1 });
  const subjects = troubles.map(({ subject }: { subject: string }) => subject);
  expect(subjects).toEqual(expect.arrayContaining([failing.partnerId, paused.partnerId, ""]));
  expect(subjects).not.toContain(working.partnerId);
});

test("open alerts are shown and closed ones not", async () => {
  const alert = { kind: "gas_low", subject: "base-sepolia", text: "Top up the relayer." } as const;
  await openAlert(alert);
  expect((await health()).alerts).toMatchObject([
    {
      ...alert,
      title: "Relayer low on gas",
      severity: "attention",
      remedy: expect.stringContaining("to the relayer"),
      openedAt: expect.any(String),
    },
  ]);
  expect(
    (await scrape()).get('partner_wallet_alerts_open{kind="gas_low",severity="attention"}'),
  ).toBe(1);
  await closeAlert(alert);
  expect((await health()).alerts).toEqual([]);
});

test("the metrics count every open alert with its severity, also when newer ones fill the page", async () => {
  const failed = { kind: "restore_mode", subject: "", text: "Nothing is signed." } as const;
  await openAlert(failed);
  const held = (n: number) =>
    ({ kind: "deposit_suspense", subject: `dep_${n}`, text: "Its owner is gone." }) as const;
  const newer = Array.from({ length: 100 }, (_, n) => held(n));
  for (const alert of newer) await openAlert(alert);
  expect((await health()).alerts).not.toContainEqual(expect.objectContaining(failed));
  const metrics = await scrape();
  const open = (labels: string) => metrics.get(`partner_wallet_alerts_open{${labels}}`);
  expect(open('kind="restore_mode",severity="failed"')).toBe(1);
  expect(open('kind="deposit_suspense",severity="attention"')).toBe(100);
  for (const alert of [failed, ...newer]) await closeAlert(alert);
});

test("the metrics equal the page and count each response once", async () => {
  const series =
    'partner_wallet_http_request_duration_seconds_count{operation="getServiceHealth",status="200"}';
  const before = (await scrape()).get(series) ?? 0;
  const { deliveries, database } = await health();
  expect(database.connections).toBeGreaterThan(0);
  const metrics = await scrape();
  // The database of the tests archives nothing.
  expect([...metrics.keys()].filter((name) => name.includes("_archive_"))).toEqual([]);
  expect(metrics.get(series)).toBe(before + 1);
  expect(metrics.get(series.replace("_count{", '_bucket{le="+Inf",'))).toBe(before + 1);
  expect(metrics.get("partner_wallet_deliveries_pending")).toBe(deliveries.pending);
  expect(metrics.get("partner_wallet_database_max_connections")).toBe(database.maxConnections);
});

test("the metrics show the last stored reconciliation, and a scrape makes none", async () => {
  const owed = async () => (await scrape()).get("partner_wallet_owed_usd");
  await makePartner();
  expect(await owed()).toBeUndefined();

  await checkCustody(null);
  const first = await owed();
  expect(first).toBeGreaterThan(0);
  // The partners of these tests have money that never came over a chain.
  expect((await scrape()).get("partner_wallet_books_equal")).toBe(0);

  await makePartner();
  expect(await owed()).toBe(first);
  await checkCustody(null);
  expect(await owed()).toBeGreaterThan(first ?? 0);

  await sql("UPDATE checks SET ran_at = ran_at - interval '5 hours'");
  const age = (await scrape()).get("partner_wallet_reconciliation_age_seconds");
  expect(age).toBeGreaterThanOrEqual(5 * 3_600);
});

test.each<Record<string, string>>([{}, { authorization: "Bearer wrong" }])(
  "the metrics are refused without the background secret: %j",
  async (headers) => {
    expectRefusal(await call(getMetrics, { headers }), 401, "UNAUTHORIZED");
  },
);

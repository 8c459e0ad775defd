import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { MAX_COUNTED } from "@/lib/kernel/page";
import { readPlan } from "@/test/database/read-plan";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  deliveryOf,
  HOOK,
  makeEvent,
  pauseEndpoint,
  type WebhookClient,
  wakesOf,
  webhooksOf,
} from "@/test/fixtures/webhooks";
import { expectRefusal, expectSuccess, TIMESTAMP } from "@/test/http/expect-answer";
import { failedCount } from "./sql-store";

let partner: TestPartner;
let client: WebhookClient;

beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  client = webhooksOf(partner);
});
afterAll(endTests);

const change = (set: string) =>
  sql(`UPDATE webhook_endpoints SET ${set} WHERE partner_id = $1`, [partner.partnerId]);
const endpoint = async () => (await client.endpoint()).json.data;
const active = { webhookUrl: HOOK, events: ["*"], status: "active", pending: 0, failed24h: 0 };

const makeMany = (status: "pending" | "failed", count: number) =>
  sql(
    `INSERT INTO webhook_deliveries (event_id, partner_id, resource_id, sequence, status, attempts, due_at, created_at, completed_at)
     SELECT $2 || clock_timestamp() || n, $1, $2 || n, 1, $2, 1, now(), now(), CASE WHEN $2 = 'failed' THEN now() END
     FROM generate_series(1, $3::int) n`,
    [partner.partnerId, status, count],
  );

describe("Get Webhook Endpoint", () => {
  test("not set: explains that nothing is sent, and which operation to call", async () => {
    expectSuccess(await client.endpoint(), {
      webhookUrl: null,
      events: ["*"],
      status: "not_set",
      pending: 0,
      failed24h: 0,
      notice: expect.stringContaining("Set Webhook"),
    });
  });

  test("active: has no notice", async () => {
    await client.set();
    expectSuccess(await client.endpoint(), active);
    await change("last_success_at = '2026-11-21T09:40:00Z', events = '{user.kyc-event}'");
    expectSuccess(await client.endpoint(), {
      ...active,
      events: ["user.kyc-event"],
      lastSuccessAt: "2026-11-21T09:40:00.000Z",
    });
  });

  test("failing: has its start, the pending events, and the time of the pause", async () => {
    await client.set();
    await makeEvent(partner, { attempts: 1 });
    await change("failing_since = '2026-11-21T09:40:00Z'");
    const data = await endpoint();
    expect(data).toStrictEqual({
      ...active,
      status: "failing",
      failingSince: "2026-11-21T09:40:00.000Z",
      pending: 1,
      notice: expect.any(String),
    });
    for (const part of ["FAILING", "1 event is pending", "2026-11-26T09:40:00.000Z"])
      expect(data.notice).toContain(part);
  });

  test("failing: a success after the start counts, as when the sandbox clock has moved the start", async () => {
    await client.set();
    await change(
      "failing_since = '2026-11-19T09:40:00Z', last_success_at = '2026-11-21T09:40:00Z'",
    );
    const { status, failingSince, notice } = await endpoint();
    expect([status, failingSince]).toEqual(["failing", "2026-11-21T09:40:00.000Z"]);
    expect(notice).toContain("no delivery has succeeded since 2026-11-21T09:40:00.000Z");
  });

  test("paused: explains how to resume", async () => {
    await client.set();
    await makeEvent(partner, { attempts: 1 });
    await makeEvent(partner);
    await pauseEndpoint(partner);
    const data = await endpoint();
    expect(data).toStrictEqual({
      ...active,
      status: "paused",
      failingSince: TIMESTAMP,
      pausedAt: TIMESTAMP,
      pending: 2,
      notice: expect.any(String),
    });
    for (const part of ["PAUSED", "2 events are pending", data.failingSince, "/endpoint/resume"])
      expect(data.notice).toContain(part);
  });

  test("counts pending and permanently failed events of 24 hours, and names the replay", async () => {
    await client.set();
    await makeEvent(partner, { attempts: 2 });
    await makeEvent(partner, { status: "delivered" });
    const [old] = [await makeEvent(partner, { status: "failed" })];
    await makeEvent(partner, { status: "failed" });
    await makeEvent(partner, { status: "failed" });
    await sql(
      "UPDATE webhook_deliveries SET completed_at = now() - interval '24 hours 1 second' WHERE event_id = $1",
      [old],
    );
    expect(await endpoint()).toMatchObject({ status: "active", pending: 1, failed24h: 2 });
    expect((await endpoint()).notice).toMatch(/2 events failed.*replay/);
    // Events that fail after all their retries were created before: who names the day of the failure gets none of them.
    await sql(
      "UPDATE webhook_deliveries SET created_at = now() - interval '35 hours' WHERE partner_id = $1",
      [partner.partnerId],
    );
    const dayAgo = new Date(Date.now() - 24 * 3_600_000).toISOString();
    expect((await client.replay({ since: dayAgo })).json.data).toMatchObject({ replayed: 0 });
    expect((await endpoint()).notice).toMatch(/`since` .* created, .* days before/);
    await client.replay({ since: "2020-01-01T00:00:00Z" });
    expect(await endpoint()).toStrictEqual({ ...active, pending: 4 });
  });

  test("counts up to 10,000 events of each kind, and says that there are more", async () => {
    await client.set();
    const statuses = ["pending", "failed"] as const;
    for (const status of statuses) await makeMany(status, MAX_COUNTED);
    const counts = { pending: MAX_COUNTED, failed24h: MAX_COUNTED };
    const exact = await endpoint();
    expect(exact).toStrictEqual({ ...active, ...counts, notice: exact.notice });
    expect(exact.notice).toMatch(/^10000 events failed/);
    for (const status of statuses) await makeMany(status, 50);
    expect(await endpoint()).toMatchObject({
      ...counts,
      hasMorePending: true,
      hasMoreFailed24h: true,
      notice: expect.stringMatching(/^10000\+ events failed/),
    });
    await pauseEndpoint(partner);
    expect((await endpoint()).notice).toContain("10000+ events are pending");
  });

  test("counts the failed events of 24 hours without reading older ones", async () => {
    await makeMany("failed", 5_000);
    await sql(
      "UPDATE webhook_deliveries SET completed_at = now() - interval '25 hours' WHERE partner_id = $1",
      [partner.partnerId],
    );
    await makeMany("failed", 7);
    const since = new Date(Date.now() - 24 * 3_600_000);
    const { rows, scanned } = await readPlan(failedCount(partner.partnerId, since));
    expect(scanned).toEqual(["webhook_deliveries_failed_idx"]);
    expect(rows).toBe(7);
    expect(await endpoint()).toMatchObject({ failed24h: 7 });
  });

  test("does not show the secret", async () => {
    const { webhookSecret } = (await client.set()).json.data;
    expect(JSON.stringify(await endpoint())).not.toContain(webhookSecret);
  });

  test("is separate for each partner", async () => {
    await client.set();
    await makeEvent(partner);
    await pauseEndpoint(partner);
    const stranger = webhooksOf(await makePartner({ balanceUsd: 0 }));
    expect((await stranger.endpoint()).json.data).toMatchObject({ status: "not_set", pending: 0 });
    await stranger.set("https://other.example.com");
    expect((await stranger.endpoint()).json.data.status).toBe("active");
    expect((await endpoint()).status).toBe("paused");
  });
});

describe("Pause Webhook Endpoint", () => {
  test("nothing is sent until it is resumed, and new events wait", async () => {
    await client.set();
    await makeEvent(partner);
    const held = expect.objectContaining({ status: "paused", pausedAt: TIMESTAMP, pending: 1 });
    expectSuccess(await client.pause(), held);
    expect((await endpoint()).notice).toMatch(/^You paused .*1 event is pending.*endpoint\/resume/);
    expect(await endpoint()).not.toHaveProperty("failingSince");
    const refused = await client.test({ event: "user.kyc-event" });
    expectRefusal(refused, 400, "WEBHOOK_PAUSED");
    // Nothing has failed at this point.
    expect(refused.json.data.error).toMatch(/paused\. Call Resume/);
    expectSuccess(await client.resume(), { ...active, pending: 1 });
  });

  test("a failing endpoint starts over when it is resumed", async () => {
    await client.set();
    await change("failing_since = '2026-11-21T09:40:00Z'");
    await client.pause();
    expectSuccess(await client.resume(), active);
  });

  test("a paused endpoint stays unchanged with its time and reason", async () => {
    await client.set();
    await pauseEndpoint(partner);
    const before = await endpoint();
    expectSuccess(await client.pause(), before);
  });

  test("without an endpoint: WEBHOOK_NOT_SET", async () => {
    expectRefusal(await client.pause(), 400, "WEBHOOK_NOT_SET");
    expect((await endpoint()).status).toBe("not_set");
  });

  test("another partner's endpoint is unaffected", async () => {
    await client.set();
    const stranger = webhooksOf(await makePartner({ balanceUsd: 0 }));
    await stranger.set();
    await stranger.pause();
    expect((await endpoint()).status).toBe("active");
  });
});

describe("Resume Webhook Endpoint", () => {
  test("a paused endpoint continues as if it had not failed; pending events keep their due times", async () => {
    await client.set();
    const due = await makeEvent(partner, { attempts: 3 });
    const later = await makeEvent(partner, { attempts: 3 });
    await sql(
      "UPDATE webhook_deliveries SET due_at = now() + interval '1 hour' WHERE event_id = $1",
      [later],
    );
    await pauseEndpoint(partner);
    expect(
      await wakesOf(async () => expectSuccess(await client.resume(), { ...active, pending: 2 })),
    ).toBe(1);
    expectSuccess(await client.endpoint(), { ...active, pending: 2 });
    expect(await deliveryOf(due)).toMatchObject({ failures: 3, isDue: true });
    expect(await deliveryOf(later)).toMatchObject({ failures: 3, isDue: false });
  });

  test("an active endpoint stays unchanged", async () => {
    await client.set();
    expectSuccess(await client.resume(), active);
    expectSuccess(await client.resume(), active);
  });

  test("a failing endpoint that is not paused stays failing with its time", async () => {
    await client.set();
    await change("failing_since = '2026-11-21T09:40:00Z'");
    const { data } = (await client.resume()).json;
    expect(data).toMatchObject({ status: "failing", failingSince: "2026-11-21T09:40:00.000Z" });
  });

  test("without an endpoint: WEBHOOK_NOT_SET", async () => {
    expect(
      await wakesOf(async () => expectRefusal(await client.resume(), 400, "WEBHOOK_NOT_SET")),
    ).toBe(0);
  });

  test("another partner's endpoint stays paused", async () => {
    await client.set();
    await pauseEndpoint(partner);
    const stranger = webhooksOf(await makePartner({ balanceUsd: 0 }));
    await stranger.set();
    await stranger.resume();
    expect((await endpoint()).status).toBe("paused");
  });
});

import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { DAY_MS } from "@/lib/kernel/durations";
import { audit } from "@/lib/ledger";
import { listPeople } from "@/lib/people/team/sql-store";
import { claimDeliveries } from "@/lib/webhooks/delivery/store";
import { attack } from "@/test/database/attack";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { makeEvent, webhooksOf } from "@/test/fixtures/webhooks";
import { clientOf } from "@/test/http/client";
import { leftOldRows, purgeOldRows } from "./purge-old-rows";

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

let partner: TestPartner;

beforeAll(async () => {
  partner = await makePartner();
  await webhooksOf(partner).set();
});
afterAll(endTests);

const insertKey = (key: string, at: Date) =>
  sql(
    `INSERT INTO idempotency_keys (partner_id, endpoint, key, request_hash, created_at) VALUES ($1, 'fundCard', $2, 'x', $3)`,
    [partner.partnerId, key, at],
  );
const keys = async () =>
  (await sql("SELECT key FROM idempotency_keys WHERE endpoint = 'fundCard' ORDER BY key")).map(
    ({ key }) => key,
  );

test("keys, sessions and counts of failures end with their settings, younger ones stay", async () => {
  await insertKey("old", daysAgo(366));
  await insertKey("young", daysAgo(364));
  const { personId } = await makePerson({ partnerId: partner.partnerId });
  for (const [id, days] of [
    ["ses_old", 366],
    ["ses_young", 364],
  ] as const)
    await sql(
      "INSERT INTO sessions (id, person_id, created_at, expires_at) VALUES ($1, $2, $3, $3)",
      [id, personId, daysAgo(days)],
    );
  for (const [hash, days] of [
    ["old", 91],
    ["young", 89],
  ] as const)
    await sql(
      "INSERT INTO sign_in_attempts (email_hash, scope, failures, failed_at) VALUES ($1, 'x', 1, $2)",
      [hash, daysAgo(days)],
    );
  expect(await purgeOldRows()).toEqual({
    abandonedDeliveries: 0,
    webhookEvents: 0,
    sessions: 1,
    signInAttempts: 1,
    idempotencyKeys: 1,
  });
  expect(await keys()).toEqual(["young"]);
  expect(await sql("SELECT id FROM sessions WHERE id LIKE 'ses_%' AND expires_at < now()")).toEqual(
    [{ id: "ses_young" }],
  );
  expect(await sql("SELECT email_hash FROM sign_in_attempts")).toEqual([{ email_hash: "young" }]);
});

test("the last session of somebody stays, so that nobody who signed in long ago is said to never have", async () => {
  const { personId } = await makePerson({ partnerId: partner.partnerId });
  for (const [id, days] of [
    ["ses_first", 900],
    ["ses_last", 800],
  ] as const)
    await sql(
      "INSERT INTO sessions (id, person_id, created_at, expires_at) VALUES ($1, $2, $3, $3)",
      [id, personId, daysAgo(days)],
    );
  const lastSignIn = async () =>
    (await listPeople(partner.partnerId)).find(({ id }) => id === personId)?.lastSignInAt;
  const before = await lastSignIn();
  expect(before).toBeInstanceOf(Date);
  expect((await purgeOldRows()).sessions).toBe(1);
  expect(await lastSignIn()).toEqual(before);
});

test("keys are found in every block of a table that one statement does not read", async () => {
  await sql(
    `INSERT INTO idempotency_keys (partner_id, endpoint, key, request_hash, response, created_at)
     SELECT $1, 'createCard', 'bulk' || n, 'x', repeat('x', 1500), now() - interval '400 days' FROM generate_series(1, 8000) n`,
    [partner.partnerId],
  );
  expect((await purgeOldRows()).idempotencyKeys).toBe(8_000);
  expect(await keys()).toEqual(["young"]);
});

const BODY = JSON.stringify({
  event: "user.kyc-event",
  timestamp: "2025-01-01T00:00:00.000Z",
  data: { serviceId: "usr_x", status: "approved", email: "", firstName: "", lastName: "" },
});

/** Makes 1,000 rows and more at once, so that a run needs several batches. */
async function insertOldEvents(
  count: number,
  status: string | null,
  name = status ?? "unsent",
): Promise<void> {
  await sql(
    `WITH e AS (INSERT INTO webhook_events (id, partner_id, type, resource_id, sequence, body, created_at)
       SELECT 'evt_00' || $3::text || lpad(n::text, 20, '0'), $1, 'user.kyc-event', 'txn_' || $3::text, n, $5, now() - interval '400 days'
       FROM generate_series(1, $2::int) n RETURNING *),
     d AS (INSERT INTO webhook_deliveries (event_id, partner_id, resource_id, sequence, status, attempts, due_at, created_at, completed_at)
       SELECT id, partner_id, resource_id, sequence, $4::text, 1, now(), created_at, CASE WHEN $4::text <> 'pending' THEN created_at END FROM e WHERE $4::text IS NOT NULL)
     INSERT INTO webhook_attempts (id, partner_id, event_id, number, url, succeeded, started_at, duration_ms)
       SELECT replace(id, 'evt', 'att'), partner_id, id, 1, 'https://x.example', true, created_at, 1 FROM e`,
    [partner.partnerId, count, name, status, BODY],
  );
}

test("old events go with deliveries and attempts, the totals of the lists too; a pending one stays", async () => {
  await insertOldEvents(2_100, "delivered");
  await insertOldEvents(3, "failed");
  await insertOldEvents(2, null);
  await insertOldEvents(1, "pending");
  await makeEvent(partner, { status: "delivered" });
  expect((await purgeOldRows()).webhookEvents).toBe(2_105);
  // The first deposit of the partner has an event too, without an attempt.
  for (const [table, n] of [
    ["webhook_events", 3],
    ["webhook_attempts", 2],
  ])
    expect((await sql(`SELECT count(*)::int AS n FROM ${table}`))[0]).toEqual({ n });
  expect((await webhooksOf(partner).events()).json.data.pagination.total).toBe(3);
  const broken = (await audit()).filter(({ brokenRows }) => brokenRows.length > 0);
  expect(broken.map(({ name }) => name)).toEqual([]);
});

test("the newest event of a user stays, so that the next one has a higher sequence", async () => {
  await sql(
    `INSERT INTO webhook_events (id, partner_id, type, resource_id, sequence, body, created_at)
     SELECT 'evt_00user' || n, $1, 'user.kyc-event', 'usr_old', n, '{"event":"user.kyc-event","data":{"serviceId":"usr_old","status":"approved"}}', now() - interval '400 days' FROM generate_series(1, 3) n`,
    [partner.partnerId],
  );
  expect((await purgeOldRows()).webhookEvents).toBe(2);
  expect(await sql("SELECT sequence FROM webhook_events WHERE resource_id = 'usr_old'")).toEqual([
    { sequence: 3 },
  ]);
});

test("two runs at once delete each row once", async () => {
  await insertOldEvents(2_500, "delivered");
  const runs = await Promise.all([purgeOldRows(), purgeOldRows()]);
  expect(runs.reduce((sum, { webhookEvents = 0 }) => sum + webhookEvents, 0)).toBe(2_500);
  const totals = await sql(
    "SELECT kind, sum(n)::int AS n FROM row_counts WHERE kind LIKE 'webhook%' GROUP BY 1 ORDER BY 1",
  );
  expect(totals).toEqual([
    { kind: "webhook_attempts", n: 2 },
    { kind: "webhook_events", n: 4 },
  ]);
});

test("the application's role can delete no event of the last week, whatever it asks for", async () => {
  const [{ count }] = await sql("SELECT count(*) FROM webhook_events");
  await sql("SELECT purge_webhook_events('evt_z', 1000)");
  expect((await sql("SELECT count(*) FROM webhook_events"))[0].count).toBe(count);
  expect(await attack({ role: "app", statements: ["DELETE FROM webhook_events"] })).toBe("42501");
});

test("a key that ended can be used again, and one that is kept cannot", async () => {
  const serviceCardId = await makeCard(partner, { amountUsd: 50 });
  const fund = () => clientOf(partner).fund({ serviceCardId, amount: 5 }, "again");
  expect((await fund()).status).toBe(200);
  await purgeOldRows();
  expect((await fund()).json.message).toBe("Idempotency key has already been used");
  await sql("UPDATE idempotency_keys SET created_at = $1 WHERE key = 'again'", [daysAgo(366)]);
  await purgeOldRows();
  expect((await fund()).status).toBe(200);
});

test("a run that its time limit ends is continued by the next one behind the events that stay", async () => {
  await sql("UPDATE webhook_deliveries SET status = 'delivered', completed_at = created_at");
  await purgeOldRows();
  await insertOldEvents(1_500, "pending", "first");
  await insertOldEvents(1_200, "delivered", "second");
  const deleted: (number | undefined)[] = [];
  do deleted.push((await purgeOldRows(0)).webhookEvents);
  while (leftOldRows());
  expect(deleted).toEqual([0, 500, 700]);
  await sql("UPDATE webhook_deliveries SET status = 'delivered' WHERE resource_id = 'txn_first'");
  expect((await purgeOldRows()).webhookEvents).toBe(1_500);
});

test("keys are deleted once a day while every run is ended by its time limit", async () => {
  await purgeOldRows();
  await insertOldEvents(1_500, "delivered", "first");
  await insertOldEvents(1_500, "delivered", "second");
  await purgeOldRows(0);
  await insertKey("ended", daysAgo(400));
  await purgeOldRows(0);
  expect(await keys()).toContain("ended");
  expect(leftOldRows()).toBe(true);
  shiftClock(DAY_MS);
  await purgeOldRows(0).finally(() => shiftClock(-DAY_MS));
  expect(await keys()).not.toContain("ended");
  expect(leftOldRows()).toBe(true);
  await purgeOldRows();
});

describe("the deliveries of an endpoint that is paused for longer than events are kept", () => {
  const pause = (days: number) =>
    sql("UPDATE webhook_endpoints SET paused_at = $2 WHERE partner_id = $1", [
      partner.partnerId,
      daysAgo(days),
    ]);
  const oldStatuses = async () =>
    (
      await sql(
        "SELECT status FROM webhook_deliveries WHERE resource_id = 'txn_rest' ORDER BY sequence",
      )
    ).map(({ status }) => status);

  test("wait while the pause is shorter", async () => {
    await insertOldEvents(2, "pending", "rest");
    await sql(
      "WITH d AS (UPDATE webhook_deliveries SET attempts = 0 WHERE resource_id = 'txn_rest' RETURNING event_id) DELETE FROM webhook_attempts USING d WHERE webhook_attempts.event_id = d.event_id",
    );
    await pause(364);
    expect(await purgeOldRows()).toMatchObject({ abandonedDeliveries: 0, webhookEvents: 0 });
    expect(await oldStatuses()).toEqual(["pending", "pending"]);
  });

  test("fail with a reason that the partner sees once they have waited as long, and younger ones wait", async () => {
    const young = await makeEvent(partner, { resourceId: "txn_rest" });
    await pause(366);
    expect(await purgeOldRows()).toMatchObject({ abandonedDeliveries: 2, webhookEvents: 0 });
    expect(await oldStatuses()).toEqual(["failed", "failed", "pending"]);
    const { json } = await webhooksOf(partner).events({ resourceId: "txn_rest" });
    expect(json.data.events).toMatchObject([
      { id: young, status: "pending" },
      ...[2, 1].map((sequence) => ({
        ...{ sequence, status: "failed" },
        lastAttempt: {
          error: "not sent: the endpoint was paused for longer than events are kept",
        },
      })),
    ]);
  });

  test("do not hold up later events of their resource after the endpoint is resumed", async () => {
    await webhooksOf(partner).resume();
    const { deliveries } = await claimDeliveries({
      ...{ leaseId: "x", leaseMs: 60_000, freeSlots: 10, failingSlots: 10, carefulSlots: 10 },
      ...{ slotsPerPartner: 10, aheadPerPartner: 0, inFlightByPartner: {}, at: new Date() },
    });
    expect(deliveries.filter(({ sequence }) => sequence === 3)).toHaveLength(1);
  });

  test("can be sent again, and else are deleted after 30 days", async () => {
    const [first, second] = await sql(
      "SELECT event_id AS id FROM webhook_deliveries WHERE status = 'failed' ORDER BY sequence",
    );
    expect((await webhooksOf(partner).resend(first.id)).status).toBe(200);
    await sql(
      "UPDATE webhook_deliveries SET completed_at = completed_at - interval '30 days' WHERE status = 'failed'",
    );
    expect((await purgeOldRows()).webhookEvents).toBe(1);
    expect((await webhooksOf(partner).event(first.id)).json.data).toMatchObject({
      status: "pending",
    });
    expect((await webhooksOf(partner).event(second.id)).status).toBe(404);
  });
});

import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { ownerClient } from "@/test/database/attack";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { makeEvent, webhooksOf } from "@/test/fixtures/webhooks";
import { expectRefusal } from "@/test/http/expect-answer";

const PURGE = "SELECT purge_webhook_events('evt_01', 1000)";

let partner: TestPartner;
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  await webhooksOf(partner).set();
});
afterAll(endTests);

/** Stores an event old enough to be purged, of a resource that has a newer one. Returns its id. */
async function makeOldEvent(delivery: "never sent" | "failed"): Promise<string> {
  const resourceId = newId("usr");
  const id = `evt_00${newId("evt").slice(6)}`;
  await sql(
    `INSERT INTO webhook_events (id, partner_id, type, resource_id, sequence, body, created_at)
     VALUES ($1, $2, 'user.kyc-event', $3, 1, '{}', now() - interval '400 days')`,
    [id, partner.partnerId, resourceId],
  );
  if (delivery === "failed")
    await sql(
      `INSERT INTO webhook_deliveries (event_id, partner_id, resource_id, sequence, status, attempts, due_at, created_at, completed_at)
       VALUES ($1, $2, $3, 1, 'failed', 8, now(), now() - interval '400 days', now() - interval '399 days')`,
      [id, partner.partnerId, resourceId],
    );
  await makeEvent(partner, { resourceId, status: "delivered" });
  return id;
}

/** Runs `late` while the purge has deleted the events and is not committed. */
async function duringPurge<T>(late: () => Promise<T>): Promise<T> {
  const purge = await ownerClient();
  try {
    await purge.query("BEGIN");
    await purge.query(PURGE);
    const result = await late();
    await purge.query("COMMIT");
    return result;
  } finally {
    await purge.end();
  }
}

/** A delivery without an event is never sent, and the later events of its resource wait for it. */
const deliveriesOf = (eventId: string) =>
  sql("SELECT status FROM webhook_deliveries WHERE event_id = $1", [eventId]);

describe("an old event that is purged at the same moment", () => {
  test.each(["never sent", "failed"] as const)("and was %s is not resent", async (delivery) => {
    const id = await makeOldEvent(delivery);
    const answer = await duringPurge(() => webhooksOf(partner).resend(id));
    expectRefusal(answer, 404, "WEBHOOK_EVENT_NOT_FOUND");
    expect(await deliveriesOf(id)).toEqual([]);
  });

  test("is not replayed", async () => {
    const id = await makeOldEvent("never sent");
    const failed = await makeOldEvent("failed");
    const since = new Date(0).toISOString();
    const { status, json } = await duringPurge(() =>
      webhooksOf(partner).replay({ since, statuses: ["failed", "not_sent"] }),
    );
    expect([status, json.data.replayed]).toEqual([200, 0]);
    for (const each of [id, failed]) expect(await deliveriesOf(each)).toEqual([]);
  });
});

test("a replay and the purge that lock what the other one needs next do not deadlock", async () => {
  const ids = [await makeOldEvent("failed"), await makeOldEvent("never sent")];
  const purge = await ownerClient();
  try {
    await purge.query("BEGIN");
    await purge.query("SELECT FROM webhook_events WHERE id = ANY ($1) FOR UPDATE", [ids]);
    const since = new Date(0).toISOString();
    const statuses = ["failed", "not_sent"];
    const { status, json } = await webhooksOf(partner).replay({ since, statuses });
    expect([status, json.data.replayed]).toEqual([200, 1]);
    await purge.query("SELECT FROM webhook_deliveries WHERE event_id = ANY ($1) FOR UPDATE", [ids]);
    await purge.query("ROLLBACK");
  } finally {
    await purge.end();
  }
});

test("an event that is resent at the moment of a purge stays", async () => {
  const id = await makeOldEvent("never sent");
  expect((await webhooksOf(partner).resend(id)).status).toBe(200);
  await sql(PURGE);
  expect(await deliveriesOf(id)).toEqual([{ status: "pending" }]);
  expect(await sql("SELECT id FROM webhook_events WHERE id = $1", [id])).toEqual([{ id }]);
});

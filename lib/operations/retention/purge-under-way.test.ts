import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { behind } from "@/test/database/behind";
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

/** A delivery without an event is never sent, and the later events of its resource wait for it. */
const deliveriesOf = (eventId: string) =>
  sql("SELECT status FROM webhook_deliveries WHERE event_id = $1", [eventId]);

describe("an old event that is purged at the same moment", () => {
  test.each(["never sent", "failed"] as const)("and was %s is not resent", async (delivery) => {
    const id = await makeOldEvent(delivery);
    const answer = await behind([PURGE, []], () => webhooksOf(partner).resend(id));
    expectRefusal(answer, 404, "WEBHOOK_EVENT_NOT_FOUND");
    expect(await deliveriesOf(id)).toEqual([]);
  });

  test("is not replayed", async () => {
    const id = await makeOldEvent("never sent");
    const since = new Date(0).toISOString();
    const { status, json } = await behind([PURGE, []], () =>
      webhooksOf(partner).replay({ since, statuses: ["not_sent"] }),
    );
    expect([status, json.data.replayed]).toEqual([200, 0]);
    expect(await deliveriesOf(id)).toEqual([]);
  });
});

test("an event that is resent at the moment of a purge stays", async () => {
  const id = await makeOldEvent("never sent");
  expect((await webhooksOf(partner).resend(id)).status).toBe(200);
  await sql(PURGE);
  expect(await deliveriesOf(id)).toEqual([{ status: "pending" }]);
  expect(await sql("SELECT id FROM webhook_events WHERE id = $1", [id])).toEqual([{ id }]);
});

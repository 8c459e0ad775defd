import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  deliveryOf,
  makeEvent,
  pauseEndpoint,
  type WebhookClient,
  wakesOf,
  webhooksOf,
} from "@/test/fixtures/webhooks";
import { expectRefusal, expectSuccess, TIMESTAMP } from "@/test/http/expect-answer";

let partner: TestPartner;
let client: WebhookClient;

beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  client = webhooksOf(partner);
  await client.set();
});
afterAll(endTests);

/** Simulates an attempt in flight: the delivery is leased for some more seconds. */
async function takeUnderWay(eventId: string, leaseS = 100): Promise<void> {
  await sql(
    "UPDATE webhook_deliveries SET lease_id = 'taken', due_at = now() + $2 * interval '1 second' WHERE event_id = $1",
    [eventId, leaseS],
  );
}

const armed = { status: "pending", failures: 0, isDue: true, leaseId: null, isCompleted: false };

describe("Resend Webhook Event", () => {
  test.each([
    ["failed", 8],
    ["delivered", 1],
    ["pending", 3],
  ] as const)(
    "an event that is %s is due immediately, with all retries and continued attempt numbers",
    async (status, attempts) => {
      const id = await makeEvent(partner, { status, attempts });
      await sql(
        "UPDATE webhook_deliveries SET due_at = now() + interval '1 day' WHERE event_id = $1",
        [id],
      );
      const answer = await client.resend(id);
      expect(await deliveryOf(id)).toEqual({ ...armed, attempts });
      const { json } = await client.events();
      const { subject, ...event } = json.data.events[0];
      expectSuccess(answer, event);
      expect(subject).toBe("Amara Okafor approved");
      expect(json.data.events[0]).toMatchObject({
        id,
        status: "pending",
        attempts,
        nextAttemptAt: TIMESTAMP,
      });
      expect(json.data.events[0]).not.toHaveProperty("deliveredAt");
    },
  );

  test("an event that was never sent is sent now, regardless of the subscription", async () => {
    const late = await makePartner({ balanceUsd: 0 });
    const id = await makeEvent(late, { event: "wallet.deposit.crypto" });
    expect(await deliveryOf(id)).toBeUndefined();
    await webhooksOf(late).set();
    await sql("UPDATE webhook_endpoints SET events = '{user.kyc-event}' WHERE partner_id = $1", [
      late.partnerId,
    ]);
    const answer = await webhooksOf(late).resend(id);
    expect(answer.json.data).toMatchObject({ id, status: "pending", attempts: 0, sequence: 1 });
    expect(await deliveryOf(id)).toEqual({ ...armed, attempts: 0 });
    const [same] = await sql(
      `SELECT d.partner_id = e.partner_id AND d.resource_id = e.resource_id AND d.sequence = e.sequence
         AND d.created_at = e.created_at AS same FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
       WHERE e.id = $1`,
      [id],
    );
    expect(same).toEqual({ same: true });
  });

  test("leaves the event unchanged: nothing is created or counted twice", async () => {
    const id = await makeEvent(partner, { status: "failed", attempts: 2 });
    const before = await sql("SELECT * FROM webhook_events WHERE id = $1", [id]);
    await client.resend(id);
    expect(await sql("SELECT * FROM webhook_events WHERE id = $1", [id])).toEqual(before);
    expect((await client.events()).json.data.pagination.total).toBe(1);
    expect((await client.deliveries()).json.data.pagination.total).toBe(2);
  });

  test("wakes the dispatcher", async () => {
    const id = await makeEvent(partner, { status: "delivered" });
    expect(await wakesOf(() => client.resend(id))).toBe(1);
  });
});

describe("during an attempt", () => {
  test("no second attempt is sent: it is due when the lease ends, and the failure is not counted", async () => {
    const id = await makeEvent(partner, { attempts: 7 });
    await takeUnderWay(id);
    const answer = await client.resend(id);
    const state = await deliveryOf(id);
    expect(state).toMatchObject({ status: "pending", failures: 0, isDue: false });
    // The lease differs from the attempt's, so the attempt's result does not affect the new delivery.
    expect(state?.leaseId).not.toBeNull();
    expect(state?.leaseId).not.toBe("taken");
    const next = Date.parse(answer.json.data.nextAttemptAt) - Date.now();
    expect(next).toBeGreaterThan(10_000);
    expect(next).toBeLessThan(101_000);
  });

  test("repeated calls change nothing", async () => {
    const id = await makeEvent(partner, { attempts: 1 });
    await takeUnderWay(id);
    const dueAt = () => sql("SELECT due_at FROM webhook_deliveries WHERE event_id = $1", [id]);
    const before = await dueAt();
    await Promise.all(Array.from({ length: 20 }, () => client.resend(id)));
    expect(await dueAt()).toEqual(before);
  });

  test("an event whose lease has expired is due immediately", async () => {
    const id = await makeEvent(partner, { attempts: 1 });
    await takeUnderWay(id, -1);
    await client.resend(id);
    expect(await deliveryOf(id)).toEqual({ ...armed, attempts: 1 });
  });

  test("an ended delivery is not running, whatever its row has", async () => {
    const id = await makeEvent(partner, { status: "delivered", attempts: 1 });
    await takeUnderWay(id);
    await client.resend(id);
    expect(await deliveryOf(id)).toEqual({ ...armed, attempts: 1 });
  });
});

test("50 concurrent calls get the same response, and one delivery is due once", async () => {
  const late = await makePartner({ balanceUsd: 0 });
  const id = await makeEvent(late);
  await webhooksOf(late).set();
  const answers = await Promise.all(Array.from({ length: 50 }, () => webhooksOf(late).resend(id)));
  for (const { status, json } of answers)
    expect([status, json.data.id, json.data.status]).toEqual([200, id, "pending"]);
  expect(
    await sql("SELECT event_id FROM webhook_deliveries WHERE event_id = $1", [id]),
  ).toHaveLength(1);
});

describe("refusals", () => {
  const untouched = async (id: string, act: () => Promise<unknown>) => {
    const before = await sql("SELECT * FROM webhook_deliveries WHERE event_id = $1", [id]);
    expect(await wakesOf(act)).toBe(0);
    expect(await sql("SELECT * FROM webhook_deliveries WHERE event_id = $1", [id])).toEqual(before);
  };

  test("WEBHOOK_EVENT_NOT_FOUND: unknown, malformed, another partner's", async () => {
    const id = await makeEvent(partner, { status: "failed" });
    const stranger = await makePartner({ balanceUsd: 0 });
    const ask = async () =>
      expectRefusal(await webhooksOf(stranger).resend(id), 404, "WEBHOOK_EVENT_NOT_FOUND");
    // The response is the same without an endpoint, so it does not disclose whether an event exists.
    await untouched(id, ask);
    await webhooksOf(stranger).set();
    await untouched(id, ask);
    for (const nobody of [newId("evt"), newId("txn"), `${id}x`, "", "\u0000"])
      expectRefusal(await client.resend(nobody), 404, "WEBHOOK_EVENT_NOT_FOUND");
  });

  test("WEBHOOK_NOT_SET with the operation to call", async () => {
    const late = await makePartner({ balanceUsd: 0 });
    const id = await makeEvent(late);
    await untouched(id, async () => {
      const answer = await webhooksOf(late).resend(id);
      expectRefusal(answer, 400, "WEBHOOK_NOT_SET");
      expect(answer.json.data.error).toContain("Set Webhook");
    });
  });

  test("WEBHOOK_NOT_SET also for a partner with a subscription and no URL", async () => {
    const late = await makePartner({ balanceUsd: 0 });
    const id = await makeEvent(late);
    await sql("INSERT INTO webhook_endpoints (partner_id) VALUES ($1)", [late.partnerId]);
    expectRefusal(await webhooksOf(late).resend(id), 400, "WEBHOOK_NOT_SET");
    expect(await deliveryOf(id)).toBeUndefined();
  });

  test("WEBHOOK_PAUSED with the operation to call", async () => {
    const id = await makeEvent(partner, { status: "failed", attempts: 8 });
    await pauseEndpoint(partner);
    await untouched(id, async () => {
      const answer = await client.resend(id);
      expectRefusal(answer, 400, "WEBHOOK_PAUSED");
      expect(answer.json.data.error).toContain("Resume Webhook Endpoint");
    });
    await client.resume();
    expect((await client.resend(id)).status).toBe(200);
  });
});

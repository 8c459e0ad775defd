import "@/test/database";
import { afterAll, expect, test, vi } from "vitest";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { deliverDue } from "./deliver-due";
import { dispatcher } from "./dispatcher";

afterAll(endTests);

/** Stores a pending delivery of a partner that is due after a time; returns the id of its event. */
async function deliveryOf(partnerId: string, dueAfter: string, status = "pending") {
  const id = `evt_${crypto.randomUUID()}`;
  await sql(
    `INSERT INTO webhook_events (id, partner_id, type, resource_id, sequence, body, created_at)
     VALUES ($1, $2, 'user.kyc-event', $1, 1, '{}', now())`,
    [id, partnerId],
  );
  await sql(
    `INSERT INTO webhook_deliveries (event_id, partner_id, resource_id, sequence, status, attempts, due_at, lease_id, created_at)
     VALUES ($1, $2, $1, 1, $3, 1, CASE $4 WHEN 'infinity' THEN 'infinity' ELSE now() + $4::interval END, 'lease', now())`,
    [id, partnerId, status, dueAfter],
  );
  return id;
}

test("deliveries of a time when the clock was ahead are due at once, and no others", async () => {
  vi.spyOn(dispatcher(), "drain").mockResolvedValue({ attempted: 0, delivered: 0, failed: 0 });
  const partners = [await makePartner(), await makePartner(), await makePartner()];
  const strays: string[] = [];
  for (const { partnerId } of partners) {
    strays.push(await deliveryOf(partnerId, "30 days"), await deliveryOf(partnerId, "3 days"));
    await deliveryOf(partnerId, "26 hours");
    await deliveryOf(partnerId, "infinity");
    await deliveryOf(partnerId, "30 days", "delivered");
  }
  await deliverDue();
  const due = await sql(
    "SELECT event_id FROM webhook_deliveries WHERE due_at <= now() AND lease_id IS NULL",
  );
  expect(due.map((row) => row.event_id).sort()).toEqual(strays.sort());
  await deliverDue();
  const [{ held }] = await sql(
    "SELECT count(*)::int AS held FROM webhook_deliveries WHERE due_at > now()",
  );
  expect(held).toBe(3 * partners.length);
});

import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { tamper } from "@/test/database/superuser";
import { commitEvents, makeEndpoint } from "@/test/fixtures/deliveries";
import { endTests, sql } from "@/test/fixtures/make";
import { readDeliveries } from "./store";

beforeEach(async () => {
  await sql("DELETE FROM webhook_deliveries WHERE status = 'pending'");
});
afterAll(endTests);

/** Makes a partner with three events that have been due for a time. */
async function makeWaiting(dueMinutes: number): Promise<string> {
  const { partnerId } = await makeEndpoint("https://hooks.example.com/");
  await commitEvents(partnerId, 3);
  await sql(
    "UPDATE webhook_deliveries SET due_at = now() - $2 * interval '1 minute' WHERE partner_id = $1",
    [partnerId, dueMinutes],
  );
  return partnerId;
}
const minutesSince = (at: Date | null) =>
  at === null ? null : Math.round((Date.now() - at.getTime()) / 60_000);
const read = async () => {
  const { pending, due, oldestDueAt } = await readDeliveries(new Date());
  return { pending, due, oldest: minutesSince(oldestDueAt) };
};

test("deliveries are late when a working endpoint waits for them", async () => {
  await makeWaiting(4);
  await makeWaiting(9);
  expect(await read()).toEqual({ pending: 6, due: 6, oldest: 9 });
});

test("a failing endpoint, which gets one request at a time, makes no delivery late", async () => {
  const failing = await makeWaiting(40);
  await sql("UPDATE webhook_endpoints SET failing_since = now() WHERE partner_id = $1", [failing]);
  expect(await read()).toEqual({ pending: 3, due: 3, oldest: null });
  await makeWaiting(3);
  expect(await read()).toEqual({ pending: 6, due: 6, oldest: 3 });
});

/** Records an attempt of this moment for each partner. */
async function attempted(partnerIds: readonly string[], succeeded: boolean): Promise<void> {
  for (const partnerId of partnerIds)
    await sql(
      `INSERT INTO webhook_attempts (id, partner_id, event_id, number, url, succeeded, started_at, duration_ms)
       VALUES ($1, $2, $1, 1, 'https://hooks.example.com/', $3, now(), 10000)`,
      [newId("dlv"), partnerId, succeeded],
    );
}

test("failing endpoints make deliveries late while no partner can be reached", async () => {
  await tamper("DELETE FROM webhook_attempts");
  const partners = [await makeWaiting(40), await makeWaiting(30), await makeWaiting(20)];
  await sql("UPDATE webhook_endpoints SET failing_since = now() WHERE partner_id = ANY ($1)", [
    partners,
  ]);
  await attempted(partners.slice(1), false);
  expect((await read()).oldest).toBeNull();
  await attempted(partners, false);
  expect((await read()).oldest).toBe(40);
  await attempted([newId("ptn")], true);
  expect((await read()).oldest).toBeNull();
});

test("the deliveries of each partner are counted up to a limit, because a paused endpoint may have millions", async () => {
  const paused = await makeWaiting(40);
  await sql("UPDATE webhook_endpoints SET paused_at = now() WHERE partner_id = $1", [paused]);
  await makeWaiting(5);
  expect(await readDeliveries(new Date(), 2)).toMatchObject({ pending: 4, due: 2 });
  expect(await readDeliveries(new Date(), 3)).toMatchObject({ pending: 6, due: 3 });
});

test("deliveries of a paused endpoint wait without being due", async () => {
  const paused = await makeWaiting(40);
  await sql("UPDATE webhook_endpoints SET paused_at = now() WHERE partner_id = $1", [paused]);
  expect(await read()).toEqual({ pending: 3, due: 0, oldest: null });
});

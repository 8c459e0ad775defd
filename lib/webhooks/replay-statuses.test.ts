import "@/test/database";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { HOUR_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { repositoryFolder } from "@/test/architecture/source-files";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { deliveryOf, makeEvent, type WebhookClient, webhooksOf } from "@/test/fixtures/webhooks";
import { expectRefusal, expectSuccess, invalidFields } from "@/test/http/expect-answer";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { Dispatcher } from "./delivery/dispatcher";
import { armEvents } from "./replay/store";

process.env.WEBHOOK_ALLOW_LOOPBACK = "on";

const DEPOSIT = "wallet.deposit.crypto";
const since = new Date(Date.now() - HOUR_MS).toISOString();

let partner: TestPartner;
let client: WebhookClient;
let receiver: Receiver;
let dispatcher: Dispatcher;

beforeEach(async () => {
  receiver = await startReceiver();
  dispatcher = new Dispatcher();
  partner = await makePartner({ balanceUsd: 0 });
  client = webhooksOf(partner);
});
afterEach(async () => {
  await dispatcher.stop();
  await receiver.close();
});
afterAll(endTests);

const counts = async (query: Record<string, string> = { since }) =>
  (await client.countReplayable(query)).json.data;
const sent = () => receiver.requests.map(({ headers }) => headers["webhook-id"]);

/** Creates events without a delivery: no URL was set at that time. */
const makeUnsent = async (event: "user.kyc-event" | typeof DEPOSIT, resourceId = newId("usr")) => {
  const id = await makeEvent(partner, { event, resourceId });
  expect(await deliveryOf(id)).toBeUndefined();
  return id;
};

test("events saved before a URL was set are counted and sent, each once, in the order of their resource", async () => {
  const user = newId("usr");
  const ids: string[] = [];
  for (let place = 0; place < 4; place++) ids.push(await makeUnsent("user.kyc-event", user));
  await client.set(receiver.url);
  expectSuccess(await client.countReplayable({ since }), { failed: 0, pending: 0, not_sent: 4 });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => client.replay({ since, statuses: ["not_sent"] })),
  );
  const replayed = answers.map(({ json }) => json.data.replayed);
  expect(replayed.reduce((sum, one) => sum + one, 0)).toBe(4);
  await dispatcher.drain();
  expect(sent()).toEqual(ids);
  expect(await counts()).toEqual({ failed: 0, pending: 0, not_sent: 0 });
});

test("without statuses only failed events are sent, as before", async () => {
  await makeUnsent("user.kyc-event");
  await client.set(receiver.url);
  const failed = await makeEvent(partner, { status: "failed", attempts: 8 });
  const pending = await makeEvent(partner, { attempts: 2 });
  await sql(
    "UPDATE webhook_deliveries SET due_at = now() + interval '1 hour' WHERE event_id = $1",
    [pending],
  );
  expect(await counts()).toEqual({ failed: 1, pending: 1, not_sent: 1 });
  expect((await client.replay({ since })).json.data).toEqual({ replayed: 1, hasMore: false });
  await dispatcher.drain();
  expect(sent()).toEqual([failed]);
  // A pending event is tried now and has all its retries again.
  expect((await client.replay({ since, statuses: ["pending"] })).json.data.replayed).toBe(1);
  expect(await deliveryOf(pending)).toMatchObject({ failures: 0, isDue: true });
  await dispatcher.drain();
  expect(sent()).toEqual([failed, pending]);
});

test("repeated while there are more, a replay of pending events comes to its end", async () => {
  await client.set(receiver.url);
  const ids: string[] = [];
  for (let place = 0; place < 3; place++) ids.push(await makeEvent(partner, { attempts: 1 }));
  await sql(
    "UPDATE webhook_deliveries SET due_at = now() + interval '1 hour' WHERE partner_id = $1",
    [partner.partnerId],
  );
  const filters = {
    ...{ since: new Date(since), until: undefined },
    ...{ event: undefined, resourceId: undefined },
  };
  const replayOne = () => armEvents(partner.partnerId, ["pending"], filters, 1);
  for (const hasMore of [true, true, false])
    expect(await replayOne()).toMatchObject({ replayed: 1n, hasMore });
  for (const id of ids) expect(await deliveryOf(id)).toMatchObject({ isDue: true });
  expect(await replayOne()).toMatchObject({ replayed: 0n, hasMore: false });
  expect(await counts()).toEqual({ failed: 0, pending: 0, not_sent: 0 });
});

test("an event with a running attempt is neither counted nor changed", async () => {
  await client.set(receiver.url);
  const id = await makeEvent(partner, { attempts: 1 });
  await sql(
    `UPDATE webhook_deliveries SET lease_id = 'another', due_at = now() + interval '1 minute' WHERE event_id = $1`,
    [id],
  );
  expect(await counts()).toEqual({ failed: 0, pending: 0, not_sent: 0 });
  expect((await client.replay({ since, statuses: ["pending"] })).json.data.replayed).toBe(0);
  expect(await deliveryOf(id)).toMatchObject({ leaseId: "another", failures: 1 });
});

test("the counts and the replay follow the same filters", async () => {
  const user = newId("usr");
  await makeUnsent("user.kyc-event", user);
  await makeUnsent(DEPOSIT);
  await client.set(receiver.url);
  const later = new Date(Date.now() + HOUR_MS).toISOString();
  for (const [filters, expected] of [
    [{ event: DEPOSIT }, 1],
    [{ event: `${DEPOSIT},user.kyc-event` }, 2],
    [{ event: `${DEPOSIT},card.deposit.crypto` }, 1],
    [{ resourceId: user }, 1],
    [{ resourceId: newId("usr") }, 0],
    [{ until: since, since: "0001-01-01T00:00:00Z" }, 0],
    [{ since: later }, 0],
    [{}, 2],
  ] as const) {
    expect((await counts({ since, ...filters })).not_sent).toBe(expected);
    const body = { since, ...filters, statuses: ["not_sent", "failed"] };
    expect((await client.replay(body)).json.data.replayed).toBe(expected);
    await sql("DELETE FROM webhook_deliveries WHERE partner_id = $1", [partner.partnerId]);
    await sql("UPDATE webhook_events SET is_sent = false WHERE partner_id = $1", [
      partner.partnerId,
    ]);
  }
});

test("unsubscribed types are omitted, unless the type is given", async () => {
  await makeUnsent("user.kyc-event");
  await makeUnsent(DEPOSIT);
  await client.set(receiver.url);
  await sql("UPDATE webhook_endpoints SET events = $2 WHERE partner_id = $1", [
    partner.partnerId,
    [DEPOSIT],
  ]);
  expect((await counts()).not_sent).toBe(1);
  expect((await counts({ since, event: "user.kyc-event" })).not_sent).toBe(1);
});

test("a delivery that a version without is_sent made is not made again", async () => {
  const id = await makeUnsent(DEPOSIT);
  await client.set(receiver.url);
  await client.resend(id);
  await sql("UPDATE webhook_events SET is_sent = false WHERE id = $1", [id]);
  expect((await counts()).not_sent).toBe(0);
  expect((await client.replay({ since, statuses: ["not_sent"] })).json.data.replayed).toBe(0);
  expect((await client.events({ status: "not_sent" })).json.data.events).toEqual([]);
});

test("an event that a paused endpoint does not get stays unsent", async () => {
  const id = await makeUnsent(DEPOSIT);
  await client.set(receiver.url);
  await client.pause();
  expectRefusal(await client.resend(id), 400, "WEBHOOK_PAUSED");
  expect((await counts()).not_sent).toBe(1);
  await client.resume();
  expect((await client.replay({ since, statuses: ["not_sent"] })).json.data.replayed).toBe(1);
});

test("events of before the column are found by its migration, which can be run again", async () => {
  const unsent = await makeUnsent(DEPOSIT);
  await client.set(receiver.url);
  await makeEvent(partner);
  await sql("UPDATE webhook_events SET is_sent = true WHERE partner_id = $1", [partner.partnerId]);
  expect((await counts()).not_sent).toBe(0);
  const path = "prisma/migrations/0494_unsent_events_of_before/migration.sql";
  const script = await readFile(join(repositoryFolder, path), "utf8");
  for (let run = 0; run < 2; run++) {
    await sql(script);
    const found = await sql("SELECT id FROM webhook_events WHERE partner_id = $1 AND NOT is_sent", [
      partner.partnerId,
    ]);
    expect(found).toEqual([{ id: unsent }]);
  }
});

test("another partner's events are neither counted nor sent", async () => {
  await makeUnsent("user.kyc-event");
  const stranger = webhooksOf(await makePartner({ balanceUsd: 0 }));
  await stranger.set(receiver.url);
  const { data } = (await stranger.countReplayable({ since })).json;
  expect(data).toEqual({ failed: 0, pending: 0, not_sent: 0 });
  const statuses = ["failed", "pending", "not_sent"];
  expect((await stranger.replay({ since, statuses })).json.data.replayed).toBe(0);
});

test.each([
  [{ statuses: [] }, "statuses: arrayMinSize"],
  [{ statuses: ["delivered"] }, "statuses.0: isIn"],
  [{ statuses: "failed" }, "statuses: isArray"],
  [{ event: "user.kyc-event,unknown" }, "event: isIn"],
])("%j is refused", async (wrong, fault) => {
  expect(invalidFields(await client.replay({ since, ...wrong }))).toEqual([fault]);
});

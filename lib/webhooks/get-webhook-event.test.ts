import "@/test/database";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  HOOK,
  makeAttempt,
  makeEvent,
  type WebhookClient,
  webhooksOf,
} from "@/test/fixtures/webhooks";
import { anId, expectRefusal, expectSuccess, TIMESTAMP } from "@/test/http/expect-answer";

let partner: TestPartner;
let client: WebhookClient;

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  client = webhooksOf(partner);
});
beforeEach(async () => {
  await client.set();
});
afterAll(endTests);

test("an event without attempts has its body, its fields, and no deliveries", async () => {
  const at = new Date(Date.now() - 5_000);
  const resourceId = newId("usr");
  const id = await makeEvent(partner, { at, resourceId });
  const [{ body }] = await sql("SELECT body FROM webhook_events WHERE id = $1", [id]);
  expectSuccess(await client.event(id), {
    id,
    event: "user.kyc-event",
    resourceId,
    sequence: 1,
    isTest: false,
    status: "pending",
    attempts: 0,
    nextAttemptAt: TIMESTAMP,
    createdAt: at.toISOString(),
    payload: JSON.parse(body),
    body,
    deliveries: [],
  });
  expect(JSON.parse(body)).toMatchObject({ event: "user.kyc-event", timestamp: at.toISOString() });
});

test("the body is exactly the stored one, with any content", async () => {
  const id = await makeEvent(partner);
  const body = `{ "data":{"firstName":"Zoë \\ud83d\\ude42","amount":1.50, "2":1,"1":2},\n"timestamp":"2026-11-21T09:40:00.000Z","event" : "user.kyc-event"}`;
  await sql("ALTER TABLE webhook_events DISABLE TRIGGER USER");
  await sql("UPDATE webhook_events SET body = $2 WHERE id = $1", [id, body]);
  await sql("ALTER TABLE webhook_events ENABLE TRIGGER USER");
  const { data } = (await client.event(id)).json;
  expect(data.body).toBe(body);
  expect(data.payload).toStrictEqual(JSON.parse(body));
});

test("every attempt is listed newest first, with its response", async () => {
  const id = await makeEvent(partner);
  const at = (n: number) => new Date(Date.UTC(2026, 0, n));
  const [failed, unanswered, taken] = [
    await makeAttempt(partner.partnerId, id, { number: 1, at: at(1), responseBody: "é\n<b>no" }),
    await makeAttempt(partner.partnerId, id, {
      number: 2,
      at: at(2),
      responseBody: null,
      error: "It took longer than 10 seconds.",
    }),
    await makeAttempt(partner.partnerId, id, { number: 3, at: at(3), succeeded: true }),
  ];
  const common = { url: HOOK, error: null, durationMs: 12 };
  const { data } = (await client.event(id)).json;
  expect(data.deliveries).toStrictEqual([
    {
      ...common,
      id: taken,
      attempt: 3,
      status: "succeeded",
      statusCode: 204,
      responseBody: "",
      createdAt: at(3).toISOString(),
    },
    {
      ...common,
      id: unanswered,
      attempt: 2,
      status: "failed",
      statusCode: null,
      error: "It took longer than 10 seconds.",
      responseBody: null,
      createdAt: at(2).toISOString(),
    },
    {
      ...common,
      id: failed,
      attempt: 1,
      status: "failed",
      statusCode: 500,
      responseBody: "é\n<b>no",
      createdAt: at(1).toISOString(),
    },
  ]);
  expect(failed).toEqual(anId("dlv"));
  expect(data.lastAttempt.at).toBe(at(3).toISOString());
});

test("only the last 100 attempts are listed", async () => {
  const id = await makeEvent(partner);
  await sql(
    `INSERT INTO webhook_attempts (id, partner_id, event_id, number, url, succeeded, status_code, started_at, duration_ms)
     SELECT $2 || n, $1, $3, n, 'https://a.example', false, 500, now(), 1 FROM generate_series(1, 130) n`,
    [partner.partnerId, newId("dlv"), id],
  );
  const { deliveries } = (await client.event(id)).json.data;
  const numbers = deliveries.map(({ attempt }: { attempt: number }) => attempt);
  expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => 130 - index));
});

test("an unsent attempt is marked", async () => {
  const quiet = await makePartner({ balanceUsd: 0 });
  const { data } = (await webhooksOf(quiet).event(await makeEvent(quiet))).json;
  expect(data).toMatchObject({ status: "not_sent", attempts: 0, deliveries: [] });
  expect(data.payload.event).toBe("user.kyc-event");
});

test("an unknown, malformed or another partner's id is WEBHOOK_EVENT_NOT_FOUND", async () => {
  const stranger = webhooksOf(await makePartner({ balanceUsd: 0 }));
  const own = await makeEvent(partner);
  expectRefusal(await stranger.event(own), 404, "WEBHOOK_EVENT_NOT_FOUND");
  for (const id of [newId("evt"), newId("usr"), own.toUpperCase(), `${own}0`, "", "\u0000"])
    expectRefusal(await client.event(id), 404, "WEBHOOK_EVENT_NOT_FOUND");
});

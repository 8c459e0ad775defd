import "@/test/database";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { deliveryOf, makeEvent, type WebhookClient, webhooksOf } from "@/test/fixtures/webhooks";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { Dispatcher } from "./delivery/dispatcher";

process.env.WEBHOOK_ALLOW_LOOPBACK = "on";
// So long that no held request and no lease ends by itself, however slow the machine is.
process.env.WEBHOOK_TIMEOUT_MS = "100000";
process.env.WEBHOOK_LEASE_MS = "200000";

let partner: TestPartner;
let client: WebhookClient;
let receiver: Receiver;
let dispatcher: Dispatcher;
let status: number;
/** Makes the receiver respond. */
let answer: () => void;

beforeEach(async () => {
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  receiver = await startReceiver(async ({ index }) => {
    if (index > 0) return { status: 200 };
    await mayAnswer;
    return { status };
  });
  dispatcher = new Dispatcher();
  partner = await makePartner({ balanceUsd: 0 });
  client = webhooksOf(partner);
  await client.set(receiver.url);
});
afterEach(async () => {
  await dispatcher.stop();
  await receiver.close();
});
afterAll(endTests);

/** Resends an event several times while its first attempt is in flight; then that attempt gets its response. */
async function resendMeanwhile(failuresBefore: number): Promise<string> {
  const id = await makeEvent(partner);
  await sql("UPDATE webhook_deliveries SET failures = $2 WHERE event_id = $1", [
    id,
    failuresBefore,
  ]);
  const drained = dispatcher.drain();
  while (receiver.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await Promise.all([client.resend(id), client.resend(id)]);
  answer();
  await drained;
  expect(receiver.requests).toHaveLength(1);
  return id;
}

const passLease = (id: string) =>
  sql("UPDATE webhook_deliveries SET due_at = now() - interval '1 second' WHERE event_id = $1", [
    id,
  ]);

test("a running attempt that succeeds counts as the resend: nothing is sent twice", async () => {
  status = 200;
  const id = await resendMeanwhile(3);
  expect(await deliveryOf(id)).toMatchObject({ status: "delivered", attempts: 1, leaseId: null });
  await passLease(id);
  await dispatcher.drain();
  expect(receiver.requests).toHaveLength(1);
});

test("a running attempt that fails, also the last one, is followed by a new one with all retries", async () => {
  status = 500;
  const id = await resendMeanwhile(7);
  expect(await deliveryOf(id)).toMatchObject({ status: "pending", attempts: 1, failures: 0 });
  await passLease(id);
  await dispatcher.drain();
  expect(receiver.requests).toHaveLength(2);
  expect(receiver.requests[1]?.headers).toMatchObject({
    "webhook-id": id,
    "x-webhook-attempt": "2",
  });
  expect(receiver.requests[1]?.body).toEqual(receiver.requests[0]?.body);
  expect((await client.event(id)).json.data).toMatchObject({
    status: "delivered",
    attempts: 2,
    deliveries: [
      { attempt: 2, status: "succeeded", statusCode: 200, responseBody: "ok" },
      { attempt: 1, status: "failed", statusCode: 500 },
    ],
  });
});

test("a test event arrives with its mark and the listed body", async () => {
  status = 204;
  answer();
  const { id } = (await client.test({ event: "wallet.withdrawal.crypto" })).json.data;
  await dispatcher.drain();
  const { headers, body } = receiver.requests[0] ?? {};
  expect(headers).toMatchObject({
    "webhook-id": id,
    "x-webhook-test": "true",
    "x-webhook-sequence": "1",
  });
  const { data } = (await client.event(id)).json;
  expect(body?.toString("utf8")).toBe(data.body);
  expect(data).toMatchObject({ isTest: true, status: "delivered", attempts: 1 });
});

test("a failed event that is replayed arrives", async () => {
  status = 200;
  answer();
  const id = await makeEvent(partner, { status: "failed", attempts: 8 });
  await dispatcher.drain();
  expect(receiver.requests).toHaveLength(0);
  await client.replay({ since: "2020-01-01T00:00:00Z" });
  await dispatcher.drain();
  expect(receiver.requests.map(({ headers }) => headers["webhook-id"])).toEqual([id]);
  expect(receiver.requests[0]?.headers["x-webhook-attempt"]).toBe("9");
});

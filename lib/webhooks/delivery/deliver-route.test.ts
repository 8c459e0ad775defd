import "@/test/database";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DELETE, GET, OPTIONS, POST } from "@/app/api/internal/webhooks/deliver/route";
import { commitEvents, makeEndpoint, type TestEndpoint } from "@/test/fixtures/deliveries";
import { call, endTests, makePartner } from "@/test/fixtures/make";
import { expectRefusal, expectSuccess } from "@/test/http/expect-answer";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { dispatcher } from "./dispatcher";

process.env.WEBHOOK_ALLOW_LOOPBACK = "on";

const cron = { authorization: `Bearer ${process.env.CRON_SECRET}` };

let receiver: Receiver;
let endpoint: TestEndpoint;
beforeAll(async () => {
  receiver = await startReceiver();
  endpoint = await makeEndpoint(receiver.url);
});
beforeEach(() => {
  receiver.requests.length = 0;
});
afterAll(async () => {
  await dispatcher().stop();
  await receiver.close();
  await endTests();
});

test.each([
  ["GET", GET],
  ["POST", POST],
] as const)("%s sends due deliveries and returns their number", async (method, handler) => {
  await commitEvents(endpoint.partnerId, 3);
  const answer = await call(handler, { method, headers: cron });
  expectSuccess(answer, { attempted: 3, delivered: 3, failed: 0 });
  expect(receiver.requests).toHaveLength(3);
});

test("concurrent calls send each event once", async () => {
  await commitEvents(endpoint.partnerId, 20);
  const calls = Array.from({ length: 5 }, () => call(POST, { method: "POST", headers: cron }));
  for (const answer of await Promise.all(calls)) expect(answer.status).toBe(200);
  expect(receiver.requests).toHaveLength(20);
});

test.each(["GET", "POST"] as const)("%s without the secret sends nothing", async (method) => {
  const { apiKey } = await makePartner({ balanceUsd: 0 });
  await commitEvents(endpoint.partnerId);
  const handler = method === "GET" ? GET : POST;
  const wrong: Record<string, string>[] = [
    {},
    { authorization: "Bearer wrong" },
    { authorization: `Bearer ${apiKey}` },
  ];
  for (const headers of wrong)
    expectRefusal(await call(handler, { method, headers }), 401, "UNAUTHORIZED");
  expect(receiver.requests).toHaveLength(0);
  await call(handler, { method, headers: cron });
  expect(receiver.requests).toHaveLength(1);
});

test("accepts no other method", async () => {
  expectRefusal(
    await call(async () => DELETE(), { method: "DELETE", headers: cron }),
    405,
    "METHOD_NOT_ALLOWED",
  );
  expect(OPTIONS().headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
});

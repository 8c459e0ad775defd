import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endTests, makePartner } from "@/test/fixtures/make";
import { type WebhookClient, webhooksOf } from "@/test/fixtures/webhooks";
import { invalidFields } from "@/test/http/expect-answer";

process.env.WEBHOOK_ALLOW_LOOPBACK = "on";

let client: WebhookClient;
beforeAll(async () => {
  client = webhooksOf(await makePartner({ balanceUsd: 0 }));
});
afterAll(endTests);

test.each([
  "http://127.0.0.1:4400/",
  "http://127.0.0.1",
  "http://localhost:8080/hook?a=1",
  "http://[::1]:4400/",
  "HTTP://LOCALHOST/",
  "https://hooks.example.com/cards",
])("with the setting, %s is accepted and stored as sent", async (webhookUrl) => {
  const answer = await client.set(webhookUrl);
  expect(answer.status).toBe(200);
  expect(answer.json.data.webhookUrl).toBe(webhookUrl);
  expect((await client.endpoint()).json.data).toMatchObject({ webhookUrl, status: "active" });
});

test.each([
  ["http://hooks.example.com/", "isHttpsUrl"],
  ["http://127.0.0.2/", "isHttpsUrl"],
  ["http://127.1/", "isHttpsUrl"],
  ["http://0.0.0.0/", "isHttpsUrl"],
  ["http://192.168.1.10/", "isHttpsUrl"],
  ["http://localhost.example.com/", "isHttpsUrl"],
  ["http://127.0.0.1.example.com/", "isHttpsUrl"],
  ["http://localhost@hooks.example.com/", "isHttpsUrl"],
  ["http://user@127.0.0.1/", "isHttpsUrl"],
  ["http://127.0.0.1\\@hooks.example.com/", "isHttpsUrl"],
  ["https://127.0.0.1/", "isPublicUrl"],
])("any other URL is refused: %s", async (webhookUrl, rule) => {
  await client.set();
  expect(invalidFields(await client.set(webhookUrl))).toEqual([`webhookUrl: ${rule}`]);
  expect((await client.endpoint()).json.data.webhookUrl).toBe("https://hooks.example.com/cards");
});

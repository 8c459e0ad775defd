import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endTests, makePartner } from "@/test/fixtures/make";
import { type WebhookClient, webhooksOf } from "@/test/fixtures/webhooks";
import { invalidFields } from "@/test/http/expect-answer";

process.env.SERVICE_ENVIRONMENT = "production";
process.env.BASE_URL = "https://cards.example.com";
process.env.NEXTAUTH_URL = "https://cards.example.com";

let client: WebhookClient;
beforeAll(async () => {
  client = webhooksOf(await makePartner({ balanceUsd: 0 }));
});
afterAll(endTests);

test.each(["https://hooks.example.com/cards", "https://hooks.example.com:443/cards"])(
  "in production %s is accepted",
  async (webhookUrl) => {
    expect((await client.set(webhookUrl)).json.data.webhookUrl).toBe(webhookUrl);
  },
);

test.each([
  ["https://hooks.example.com:8443/", "isPublicUrl", /port 443/],
  ["https://hooks.example.com:80/", "isPublicUrl", /port 443/],
  ["http://127.0.0.1:4400/", "isHttpsUrl", /https/],
  ["http://localhost/", "isHttpsUrl", /https/],
  ["https://10.0.0.1/", "isPublicUrl", /public/],
  ["https://intranet/", "isPublicUrl", /public/],
])("in production %s is refused with the reason", async (webhookUrl, rule, text) => {
  const answer = await client.set(webhookUrl);
  expect(invalidFields(answer)).toEqual([`webhookUrl: ${rule}`]);
  expect(answer.json.data.error[0].constraints[rule]).toMatch(text);
});

test("the deposit of a test event is on a network of production", async () => {
  await client.set();
  const { id } = (await client.test({ event: "card.deposit.crypto" })).json.data;
  expect((await client.event(id)).json.data.payload.data.chain).toBe("base");
});

import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as setRedirectUrl } from "@/app/api/v1/partner/profile/redirect-url/route";
import { GET as getProfile } from "@/app/api/v1/partner/profile/route";
import {
  GET as getEvents,
  POST as setEvents,
} from "@/app/api/v1/partner/profile/webhook/events/route";
import { POST as setWebhook } from "@/app/api/v1/partner/profile/webhook/route";
import { unseal } from "@/lib/kernel/seal";
import { EVENT_TYPES } from "@/lib/webhooks/events";
import { configureNetworks } from "@/test/chain/configure-networks";
import {
  type Answer,
  call,
  endTests,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { pauseEndpoint, wakesOf, webhooksOf } from "@/test/fixtures/webhooks";
import { expectSuccess, invalidFields } from "@/test/http/expect-answer";
import { HOSTILE_URLS } from "@/test/http/hostile-urls";

const HOOK = "https://hooks.example.com/cards?a=1&b=%20#x";

let partner: TestPartner;
beforeAll(() => configureNetworks("base-sepolia", "optimism-sepolia"));
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 0 });
});
afterAll(endTests);

const get = (handler: typeof getProfile) => call(handler, { apiKey: partner.apiKey });
const post = (handler: typeof getProfile, body: unknown): Promise<Answer> =>
  call(handler, { method: "POST", apiKey: partner.apiKey, body });
const profile = async () => (await get(getProfile)).json.data;

/** Returns an https address of exactly this length. */
const addressOf = (length: number) => "https://a.example/".padEnd(length, "p");

describe("Get Profile", () => {
  test("Get Profile of a new partner has its address and networks, and no settings", async () => {
    expectSuccess(await get(getProfile), {
      partnerId: partner.partnerId,
      name: "Test partner",
      webhookUrl: null,
      redirectUrl: null,
      wallet: {
        walletAddress: partner.walletAddress,
        supportedNetworks: [
          { chain: "base-sepolia", chainId: 84532, tokens: ["usdc"] },
          { chain: "optimism-sepolia", chainId: 11155420, tokens: ["usdc"] },
        ],
      },
    });
  });

  test("has the settings, and never the webhook secret", async () => {
    const { webhookSecret } = (await post(setWebhook, { webhookUrl: HOOK })).json.data;
    await post(setRedirectUrl, { redirectUrl: "https://app.example.com/done" });
    const answer = await get(getProfile);
    expect(answer.json.data).toMatchObject({
      webhookUrl: HOOK,
      redirectUrl: "https://app.example.com/done",
    });
    expect(JSON.stringify(answer.json)).not.toContain(webhookSecret);
    expect(JSON.stringify(answer.json)).not.toMatch(/secret|whsec/i);
  });
});

describe("Set Webhook", () => {
  test("responds with the URL and a new secret each time", async () => {
    const first = await post(setWebhook, { webhookUrl: HOOK });
    const webhookSecret = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expectSuccess(first, { webhookUrl: HOOK, webhookSecret });
    const second = await post(setWebhook, { webhookUrl: HOOK });
    expect(second.json.data.webhookSecret).not.toBe(first.json.data.webhookSecret);
  });

  test("stores the secret sealed for this partner", async () => {
    const { webhookSecret } = (await post(setWebhook, { webhookUrl: HOOK })).json.data;
    const [row] = await sql(
      "SELECT id, secret_sealed AS sealed, s::text AS whole FROM webhook_secrets s WHERE partner_id = $1",
      [partner.partnerId],
    );
    expect(row.whole).not.toContain(webhookSecret);
    const { partnerId } = partner;
    const context = { partnerId, rowId: row.id, field: "webhookSecret" };
    expect(unseal(row.sealed, context)).toBe(webhookSecret);
    expect(() => unseal(row.sealed, { ...context, partnerId: "ptn_other" })).toThrow();
  });

  test("a refused URL leaves the previous URL and secret unchanged", async () => {
    await post(setWebhook, { webhookUrl: HOOK });
    const sealed = () =>
      sql("SELECT * FROM webhook_secrets WHERE partner_id = $1", [partner.partnerId]);
    const before = await sealed();
    expect((await post(setWebhook, { webhookUrl: "http://plain.example" })).status).toBe(400);
    expect((await profile()).webhookUrl).toBe(HOOK);
    expect(await sealed()).toEqual(before);
  });
});

describe("allowed webhook URLs", () => {
  test.each([
    ["http://127.0.0.1:4400/", "isHttpsUrl"],
    ["http://localhost:4400/hook", "isHttpsUrl"],
    ["http://[::1]/", "isHttpsUrl"],
    ["http://localhost.example.com/", "isHttpsUrl"],
    ["http://127.0.0.1@hooks.example.com/", "isHttpsUrl"],
    ["https://127.0.0.1/", "isPublicUrl"],
    ["https://localhost/", "isPublicUrl"],
    ["https://0x7f.1/", "isPublicUrl"],
    ["https://[::ffff:10.0.0.1]/", "isPublicUrl"],
    ["https://10.1.2.3/", "isPublicUrl"],
    ["https://169.254.169.254/latest/meta-data", "isPublicUrl"],
    ["https://metadata.google.internal/", "isPublicUrl"],
    ["https://hooks/", "isPublicUrl"],
  ])("%s is refused with the reason", async (webhookUrl, rule) => {
    await post(setWebhook, { webhookUrl: HOOK });
    const answer = await post(setWebhook, { webhookUrl });
    expect(invalidFields(answer)).toEqual([`webhookUrl: ${rule}`]);
    expect(answer.json.data.error[0].constraints[rule]).toMatch(/^webhookUrl must \S+ \S/);
    expect((await profile()).webhookUrl).toBe(HOOK);
  });

  test("every hostile URL is refused", async () => {
    expect(HOSTILE_URLS.length).toBeGreaterThan(60);
    for (const urlFor of HOSTILE_URLS) {
      const webhookUrl = urlFor(443);
      const answer = await post(setWebhook, { webhookUrl });
      expect([webhookUrl, answer.status, (await profile()).webhookUrl]).toEqual([
        webhookUrl,
        400,
        null,
      ]);
    }
  });
});

describe("a paused endpoint", () => {
  test("resumes when it is set, also with the same URL, and pending events are sent", async () => {
    await post(setWebhook, { webhookUrl: HOOK });
    await pauseEndpoint(partner);
    expect(await wakesOf(() => post(setWebhook, { webhookUrl: HOOK }))).toBe(1);
    expect((await webhooksOf(partner).endpoint()).json.data.status).toBe("active");
  });

  test("stays paused when its new URL is refused", async () => {
    await post(setWebhook, { webhookUrl: HOOK });
    await pauseEndpoint(partner);
    expect(await wakesOf(() => post(setWebhook, { webhookUrl: "https://10.0.0.1" }))).toBe(0);
    expect((await webhooksOf(partner).endpoint()).json.data.status).toBe("paused");
  });

  test("stays paused when its subscription changes", async () => {
    await post(setWebhook, { webhookUrl: HOOK });
    await pauseEndpoint(partner);
    await post(setEvents, { events: ["user.kyc-event"] });
    expect((await webhooksOf(partner).endpoint()).json.data).toMatchObject({
      status: "paused",
      events: ["user.kyc-event"],
    });
  });
});

describe.each([
  ["Set Webhook", setWebhook, "webhookUrl"],
  ["Set Redirect URL", setRedirectUrl, "redirectUrl"],
] as const)("the URL of %s", (_, handler, field) => {
  const set = (value: unknown) => post(handler, { [field]: value });

  test("may be any https URL up to 2048 characters and is stored as sent", async () => {
    for (const url of [
      "https://a.example",
      "HTTPS://A.example:8443/p/ä?q=ü#f",
      "https://[2606:4700::1111]/x",
      addressOf(2048),
    ]) {
      const answer = await set(url);
      expect(answer.status, url).toBe(200);
      expect(answer.json.data[field]).toBe(url);
      expect((await profile())[field]).toBe(url);
    }
  });

  test.each(["https:///a.example/x", "https://?a.example", "https://#a.example"])(
    "needs a host: %s is refused",
    async (url) => {
      expect(invalidFields(await set(url))).toEqual([`${field}: isHttpsUrl`]);
    },
  );

  test("may not be longer than 2048 characters", async () => {
    expect(invalidFields(await set(addressOf(2049)))).toEqual([`${field}: maxLength`]);
  });

  test.each([
    [undefined, "isNotEmpty"],
    [null, "isString"],
    [["https://a.example"], "isString"],
    ["", "isHttpsUrl"],
    ["http://a.example", "isHttpsUrl"],
    ["ftp://a.example", "isHttpsUrl"],
    ["javascript:alert(1)", "isHttpsUrl"],
    ["data:text/html,x", "isHttpsUrl"],
    ["//a.example", "isHttpsUrl"],
    ["a.example", "isHttpsUrl"],
    ["https://", "isHttpsUrl"],
    ["https://user@a.example", "isHttpsUrl"],
    ["https://user:password@a.example", "isHttpsUrl"],
    ["https://a.example/\r\nX-Injected: 1", "isHttpsUrl"],
    ["https://a.example/\u0000", "isHttpsUrl"],
    ["https://a.example/\u202e", "isHttpsUrl"],
    ["https://a.example/\ud800", "isHttpsUrl"],
    [" https://a.example", "isHttpsUrl"],
    ["https://a.example ", "isHttpsUrl"],
    ["https:a.example", "isHttpsUrl"],
    ["https:\\\\a.example", "isHttpsUrl"],
  ])("may not be %j", async (url, rule) => {
    expect(invalidFields(await set(url))).toEqual([`${field}: ${rule}`]);
    expect((await profile())[field]).toBeNull();
  });
});

describe("the event subscription", () => {
  const events = async () => (await get(getEvents)).json.data.events;

  test("contains all events for a new partner", async () => {
    expectSuccess(await get(getEvents), { events: ["*"] });
  });

  test.each([
    [["user.kyc-event"], ["user.kyc-event"]],
    [[...EVENT_TYPES], [...EVENT_TYPES]],
    [["card.deposit.crypto", "card.deposit.crypto"], ["card.deposit.crypto"]],
    [["wallet.deposit.crypto", "*"], ["*"]],
  ])("set to %j becomes %j", async (chosen, kept) => {
    expectSuccess(await post(setEvents, { events: chosen }), { events: kept });
    expect(await events()).toEqual(kept);
  });

  test.each([
    [undefined, "events: isNotEmpty"],
    ["*", "events: isArray"],
    [[], "events: arrayMinSize"],
    [["no.such-event"], "events.0: isIn"],
    [["*", null], "events.1: isIn"],
    [Array.from({ length: 8 }, () => "*"), "events: arrayMaxSize"],
  ])("cannot be set to %j", async (chosen, fault) => {
    expect(invalidFields(await post(setEvents, { events: chosen }))).toEqual([fault]);
    expect(await events()).toEqual(["*"]);
  });
});

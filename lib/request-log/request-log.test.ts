import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { POST as reveal } from "@/app/api/v1/partner/card/[serviceCardId]/reveal/route";
import { POST as createKey } from "@/app/api/v1/partner/keys/route";
import { POST as setWebhook } from "@/app/api/v1/partner/profile/webhook/route";
import { listCardsContract } from "@/lib/cards/contract";
import { createApiKey } from "@/lib/identity/api-keys/create-api-key";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { atOneInstant } from "@/test/fixtures/at-one-instant";
import { call, endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { userBody } from "@/test/fixtures/sample-user";
import { clientOf } from "@/test/http/client";
import { userClientOf } from "@/test/http/user-client";
import type { RequestEntry } from "./request-entry";
import { RequestLog, requestLog } from "./request-log";
import * as store from "./sql-store";

const REFUSALS = RATE_LIMITS.loggedRefusal;

let partner: TestPartner;
beforeAll(async () => {
  partner = await makePartner();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(endTests);

async function logged({ partnerId }: TestPartner = partner) {
  await requestLog().flush();
  return sql("SELECT * FROM request_log WHERE partner_id = $1 ORDER BY id", [partnerId]);
}
const lastLogged = async (of?: TestPartner) => (await logged(of)).at(-1);

const entry = (): RequestEntry => ({
  requestId: newId("req"),
  partnerId: partner.partnerId,
  keyId: "key_1",
  personId: undefined,
  contract: listCardsContract,
  method: "GET",
  url: "http://127.0.0.1:3000/api/v1/partner/card?limit=1",
  idempotencyKey: null,
  body: undefined,
  status: 200,
  data: { cards: [], pagination: { skip: 0, limit: 1, total: 0 } },
  refusal: undefined,
  durationMs: 1,
  at: new Date(),
});

describe("a request by a key", () => {
  test("is logged with caller, operation, time and result", async () => {
    const client = clientOf(partner);
    const { headers } = await client.fund(
      { serviceCardId: "card_1", amount: 5, unknown: 1 },
      "k-1",
    );
    const [key] = await sql("SELECT id FROM api_keys WHERE partner_id = $1", [partner.partnerId]);
    const row = await lastLogged();
    expect(row).toMatchObject({
      id: headers.get("x-request-id"),
      key_id: key.id,
      person_id: null,
      method: "POST",
      route: "/api/v1/partner/card/fund",
      path: "/under-test",
      query: null,
      status: 404,
      error_code: "CARD_NOT_FOUND",
      idempotency_key: "k-1",
      request_body: '{"serviceCardId":"card_1","amount":5}',
    });
    expect(JSON.parse(row.response_body)).toEqual({
      status: "error",
      message: "CARD_NOT_FOUND",
      data: { error: "Card not found." },
    });
    expect(row.duration_ms).toBeGreaterThan(0);
    expect(Math.abs(Date.now() - row.created_at.getTime())).toBeLessThan(60_000);
  });

  test("a request by a key that only reads is logged with its query and response", async () => {
    await clientOf(partner).listCards({ limit: 3, api_key: "sk_staging_oops" });
    expect(await lastLogged()).toMatchObject({ query: '{"limit":"3"}', request_body: null });
    expect(JSON.parse((await lastLogged()).response_body).data.pagination.limit).toBe(3);
  });

  test("a request by a key with invalid fields is logged as sent, and one with invalid JSON without a body", async () => {
    const client = clientOf(partner);
    await client.fund({ serviceCardId: 7, amount: "5" });
    expect(await lastLogged()).toMatchObject({
      status: 400,
      error_code: "VALIDATION",
      request_body: '{"serviceCardId":7,"amount":"5"}',
    });
    await client.fund("{");
    expect(await lastLogged()).toMatchObject({ status: 400, request_body: null });
  });

  test("a request by a key above the rate limit is logged; one with an unknown key is not", async () => {
    const slow = await makePartner({ requestsPerS: 1, balanceUsd: 0 });
    await atOneInstant(async () => {
      for (let i = 0; i < 4; i++) await clientOf(slow).listCards();
    });
    const statuses = (await logged(slow)).map(({ status }) => status);
    expect(statuses).toContain(429);
    const [{ n }] = await sql("SELECT count(*)::int AS n FROM request_log");
    await clientOf({ apiKey: "sk_staging_wrong" }).listCards();
    await requestLog().flush();
    expect(await sql("SELECT count(*)::int AS n FROM request_log")).toEqual([{ n }]);
  });

  test("is logged a limited number of times while it is refused before its work", async () => {
    const reader = await makePartner({ balanceUsd: 0 });
    const { partnerId } = reader;
    const key = { partnerId, name: "Reader", scopes: ["read"], at: new Date() } as const;
    const client = clientOf(await createApiKey(key));
    await atOneInstant(async () => {
      for (let i = 0; i < REFUSALS.burst + 50; i++) await client.fund({});
      expect((await client.listCards()).status).toBe(200);
    });
    const codes = (await logged(reader)).map(({ error_code: code }) => code);
    const refused = codes.filter((code) => code === "SCOPE_MISSING");
    expect(refused).toHaveLength(REFUSALS.burst);
    expect(codes.at(-1)).toBeNull();
  });

  test("is logged without a statement before the response", async () => {
    const insert = vi.spyOn(store, "insertRequests");
    await clientOf(partner).listCards();
    expect(insert).not.toHaveBeenCalled();
    await requestLog().flush();
    expect(insert).toHaveBeenCalledTimes(1);
  });

  test("a request by a key with a long body is cut to 16 kB", async () => {
    await clientOf(partner).fund({ serviceCardId: "x".repeat(60_000), amount: 5 });
    const { request_body: body } = await lastLogged();
    expect(body).toHaveLength(16 * 1024 + 1);
    expect(body.endsWith("…")).toBe(true);
  });
});

describe("in the dashboard", () => {
  test("changes are logged with the person's name, and reads are not logged", async () => {
    const person = await makePerson({ partnerId: partner.partnerId, role: "owner" });
    const { personId, password } = person;
    const browser = await signedIn(person);
    const before = (await logged()).length;
    const { GET } = await import("@/app/api/v1/partner/overview/route");
    expect((await browser.call(GET)).status).toBe(200);
    expect(await logged()).toHaveLength(before);
    await browser.call(createKey, { method: "POST", body: { name: "by a person", password } });
    expect(await lastLogged()).toMatchObject({
      person_id: personId,
      key_id: null,
      request_body: '{"name":"by a person","password":"[secret]"}',
    });
  });
});

test("the table contains no secrets, card data or personal data", async () => {
  const person = await makePerson({ partnerId: partner.partnerId, role: "owner" });
  const browser = await signedIn(person);
  const cardId = await makeCard(partner);
  const client = clientOf(partner);
  const params = { serviceCardId: cardId };
  const card = (await client.getCard(cardId)).json.data;
  await browser.call(reveal, { method: "POST", params, body: { password: person.password } });
  const { password } = person;
  const key = await browser.call(createKey, { method: "POST", body: { name: "n", password } });
  const hook = await call(setWebhook, {
    method: "POST",
    apiKey: partner.apiKey,
    body: { webhookUrl: "https://hooks.example.com" },
  });
  const user = userBody({
    firstName: "Zsófia-Canary",
    lastName: "Quxley",
    address: "77 Canary Wharf",
  });
  const made = await userClientOf(partner).create(user);
  await userClientOf(partner).get(made.json.data.serviceId);
  await userClientOf(partner).list();
  await client.fund({ serviceCardId: cardId, amount: 5, reference: `for ${card.cardNumber}` });
  await client.fund({ serviceCardId: cardId, amount: 5, cvv: card.cardCvv, pan: card.cardNumber });
  await client.fund({ serviceCardId: cardId, amount: 5 }, card.cardNumber);
  const text = JSON.stringify(await logged());
  expect(text).toContain(cardId);
  const secrets = [
    ...[
      card.cardNumber,
      card.cardExpiry,
      `"${card.cardCvv}`,
      person.password,
      key.json.data.apiKey,
    ],
    ...[partner.apiKey, hook.json.data.webhookSecret, made.json.data.verificationUrl],
    ...["Zsófia", "Quxley", "Canary Wharf", user.email, user.phoneNumber, user.ipAddress],
    ...["Amara", card.address.street, card.cardName],
  ].map(String);
  expect(secrets.filter((each) => each === "" || each === "undefined")).toEqual([]);
  expect(secrets.filter((each) => text.includes(each))).toEqual([]);
});

describe("while the database refuses the rows", () => {
  test("no request fails, the number of lost rows is logged, and later ones are written", async () => {
    vi.spyOn(store, "insertRequests").mockRejectedValueOnce(new Error("away"));
    const warn = vi.spyOn(log(), "warn");
    expect((await clientOf(partner).listCards()).status).toBe(200);
    const before = (await logged()).length;
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ lost: 1 }), expect.any(String));
    await clientOf(partner).listCards();
    expect(await logged()).toHaveLength(before + 1);
  });

  test("a bounded number waits; the number of dropped ones is logged", async () => {
    const warn = vi.spyOn(log(), "warn");
    const open = Promise.withResolvers<void>();
    const insert = vi.spyOn(store, "insertRequests").mockImplementation(() => open.promise);
    const full = new RequestLog();
    for (let i = 0; i < 5_007; i++) full.note(entry());
    const flushed = full.flush();
    open.resolve();
    await flushed;
    const rows = insert.mock.calls.flatMap(([batch]) => batch);
    expect(rows).toHaveLength(5_000);
    expect(Math.max(...insert.mock.calls.map(([batch]) => batch.length))).toBe(200);
    expect(warn).toHaveBeenCalledWith({ dropped: 7 }, expect.any(String));
  });
});

test("requests that arrive during a flush are written by it: none is lost at the end", async () => {
  const own = new RequestLog();
  const ids: string[] = [];
  const note = () => {
    const each = entry();
    ids.push(each.requestId);
    own.note(each);
  };
  for (let i = 0; i < 300; i++) note();
  const flushed = own.flush();
  for (let i = 0; i < 50; i++) note();
  await flushed;
  const rows = await sql("SELECT id FROM request_log WHERE id = ANY ($1)", [ids]);
  expect(rows).toHaveLength(350);
});

test("entries are written automatically after a short time", async () => {
  const own = new RequestLog();
  const each = { ...entry(), idempotencyKey: randomUUID() };
  own.note(each);
  await expect
    .poll(() => sql("SELECT id FROM request_log WHERE id = $1", [each.requestId]))
    .toHaveLength(1);
});

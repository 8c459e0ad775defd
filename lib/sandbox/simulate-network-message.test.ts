import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as authorizations from "@/app/api/v1/sandbox/cards/[serviceCardId]/authorizations/route";
import * as messages from "@/app/api/v1/sandbox/cards/[serviceCardId]/network-messages/route";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { networkBalancesOf } from "@/test/fixtures/network";
import { call } from "@/test/http/call";

let partner: TestPartner;
let serviceCardId: string;

beforeAll(async () => {
  partner = await makePartner();
  serviceCardId = await makeCard(partner, { amountUsd: 100 });
});
afterAll(endTests);

const MERCHANT = { merchantName: "Corner Shop", merchantCountry: "US" };
const send = (body: object, { apiKey }: Pick<TestPartner, "apiKey"> = partner) =>
  call(messages.POST, {
    apiKey,
    method: "POST",
    params: { serviceCardId },
    body: { ...MERCHANT, ...body },
  });

test("a hotel's stay: authorization, increment, two captures, refund and its reversal", async () => {
  const networkTransaction = "stay_1";
  const say = async (body: object) => (await send({ networkTransaction, ...body })).json.data;
  expect(await say({ message: "authorization", amount: 40 })).toMatchObject({ approved: true });
  expect(await say({ message: "authorization", amount: 20 })).toMatchObject({ approved: true });
  expect(await say({ message: "authorization", amount: 50 })).toMatchObject({
    approved: false,
    declinedReason: "insufficient funds",
  });
  await say({ message: "capture", amount: 45, isFinal: false });
  expect(await networkBalancesOf(serviceCardId)).toEqual({ available: 40, held: 15, shortfall: 0 });
  await say({ message: "capture", amount: 60, messageId: "last" });
  const repeated = await say({ message: "capture", amount: 60, messageId: "last" });
  expect(repeated).toMatchObject({ applied: false, messageId: "last", networkTransaction });
  expect(await networkBalancesOf(serviceCardId)).toEqual({ available: 0, held: 0, shortfall: 5 });
  await say({ message: "refund", amount: 30 });
  await say({ message: "refund_reversal", amount: 10 });
  expect(await networkBalancesOf(serviceCardId)).toEqual({ available: 15, held: 0, shortfall: 0 });
});

test("further facts of the network are stored with the transaction", async () => {
  const facts = {
    merchantCategoryCode: "5814",
    merchantAmountMinor: 2_500,
    networkReference: "484231600712345",
    authorizationCode: "A1B2C3",
    entryMode: "contactless",
  };
  await send({ message: "refund", amount: 27, currency: "EUR", ...facts });
  const [row] = await sql(
    `SELECT merchant_category_code, merchant_amount_minor, network_reference, authorization_code, entry_mode,
       merchant_currency FROM card_transactions WHERE card_id = $1 ORDER BY created_at DESC LIMIT 1`,
    [serviceCardId],
  );
  expect(row).toEqual({
    merchant_category_code: "5814",
    merchant_amount_minor: "2500",
    network_reference: "484231600712345",
    authorization_code: "A1B2C3",
    entry_mode: "contactless",
    merchant_currency: "EUR",
  });
  const wrong = await send({ message: "refund", amount: 1, merchantCategoryCode: "58" });
  expect(wrong.status).toBe(400);
});

test.each(["capture", "authorization"])(
  "a %s whose id was used before changes nothing, also without its transaction or with another one",
  async (message) => {
    const messageId = randomUUID();
    const sent = { message, amount: 1, messageId };
    const first = await send(sent);
    expect(first.json.data).toMatchObject({ applied: true, messageId });
    const { networkTransaction } = first.json.data;
    const before = await networkBalancesOf(serviceCardId);
    for (const other of [{}, { networkTransaction: randomUUID() }, { networkTransaction }]) {
      const repeated = await send({ ...sent, ...other });
      expect(repeated.status).toBe(200);
      expect(repeated.json.data).toEqual({ ...first.json.data, applied: false });
    }
    expect(await networkBalancesOf(serviceCardId)).toEqual(before);
  },
);

test.each(["authorization", "capture", "refund", "decline"])(
  "of the same %s several times at once one is applied, and all answers name its transaction",
  async (message) => {
    const sent = { message, amount: 1, messageId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(sent)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const results = answers.map(({ json }) => json.data);
    expect(results.filter(({ applied }) => applied)).toHaveLength(1);
    const [row] = await sql(
      "SELECT network_transaction_id AS id FROM network_messages WHERE id LIKE '%' || $1",
      [sent.messageId],
    );
    for (const { networkTransaction } of results) expect(row.id).toMatch(`:${networkTransaction}`);
  },
);

test("of two cards that begin one transaction at once the later is refused by its field", async () => {
  const other = await makeCard(partner, { amountUsd: 5 });
  const { apiKey } = partner;
  for (const message of ["authorization", "capture", "authorization", "capture"]) {
    const body = { ...MERCHANT, message, amount: 1, networkTransaction: randomUUID() };
    const answers = await Promise.all(
      [serviceCardId, other].map((id) =>
        call(messages.POST, { apiKey, method: "POST", params: { serviceCardId: id }, body }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  }
});

test("a transaction or a message of another card is refused by its field", async () => {
  const [networkTransaction, messageId] = [randomUUID(), randomUUID()];
  const sent = { message: "capture", amount: 1, networkTransaction, messageId };
  expect((await send(sent)).status).toBe(200);
  const other = await makeCard(partner, { amountUsd: 5 });
  for (const message of ["capture", "authorization"])
    for (const [property, ids] of Object.entries({
      networkTransaction: { networkTransaction },
      messageId: { messageId },
    })) {
      const params = { serviceCardId: other };
      const body = { ...MERCHANT, message, amount: 1, ...ids };
      const { apiKey } = partner;
      const answer = await call(messages.POST, { apiKey, method: "POST", params, body });
      expect([answer.status, answer.json.data.error]).toEqual([
        400,
        [{ property, constraints: { isOfCard: `${property} was used for another card` } }],
      ]);
    }
  expect(await networkBalancesOf(other)).toEqual({ available: 5, held: 0, shortfall: 0 });
});

test("an amount is required, except for an expiry", async () => {
  const { status, json } = await send({ message: "refund" });
  expect(status).toBe(400);
  expect(json.data.error).toEqual([
    { property: "amount", constraints: { isDefined: "amount is required with refund" } },
  ]);
  expect((await send({ message: "expiry" })).status).toBe(200);
});

test("another partner's card is not found", async () => {
  const { status, json } = await send({ message: "refund", amount: 1 }, await makePartner());
  expect([status, json.message]).toEqual([404, "CARD_NOT_FOUND"]);
});

test("a card of a real issuer is refused: nothing would ever release its hold", async () => {
  const outside = await makeCard(partner, { amountUsd: 5 });
  await sql(
    "UPDATE cards SET issuer = 'lithic', issuer_card_id = $2, number_sealed = NULL, cvv_sealed = NULL WHERE id = $1",
    [outside, randomUUID()],
  );
  const asked = { apiKey: partner.apiKey, method: "POST", params: { serviceCardId: outside } };
  const answers = [
    await call(authorizations.POST, { ...asked, body: { ...MERCHANT, amount: 1 } }),
    await call(messages.POST, { ...asked, body: { ...MERCHANT, amount: 1, message: "refund" } }),
  ];
  for (const { status, json } of answers) {
    expect([status, json.message]).toEqual([404, "CARD_NOT_FOUND"]);
    expect(json.data.error).toContain("use a card of the sandbox");
  }
  expect(await networkBalancesOf(outside)).toEqual({ available: 5, held: 0, shortfall: 0 });
});

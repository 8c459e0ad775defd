import Lithic from "lithic";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../http/receiver";
import { type LithicStandIn, startLithic } from ".";

const KEY = "65a9dad4-1b60-4686-83fd-65b25078a4b4";
let standIn: LithicStandIn;
let client: Lithic;
let receiver: Receiver;
let decision: { status?: number; body: string } = { body: JSON.stringify({ result: "APPROVED" }) };

beforeAll(async () => {
  receiver = await startReceiver(({ path }) => (path === "/authorizations" ? decision : {}));
  const { origin } = new URL(receiver.url);
  standIn = await startLithic({
    authorizationsUrl: `${origin}/authorizations`,
    eventsUrl: `${origin}/events`,
  });
  client = new Lithic({ apiKey: standIn.apiKey, baseURL: standIn.url, maxRetries: 0 });
});
afterAll(async () => {
  await standIn.stop();
  await receiver.close();
});

const holder = (): Lithic.AccountHolderCreateParams.KYCExempt => ({
  workflow: "KYC_EXEMPT",
  kyc_exemption_type: "PREPAID_CARD_USER",
  first_name: "Amara",
  last_name: "Okafor",
  email: "amara@example.com",
  phone_number: "+15555550100",
  external_id: "1a5f1c83-6e6c-4b1b-9a57-2f8f4f4b6c3d",
  address: { address1: "1 Main", city: "Omaha", state: "NE", postal_code: "68022", country: "USA" },
});

async function newCard(key = crypto.randomUUID(), memo = "card_1"): Promise<Lithic.Card> {
  const { account_token } = await client.accountHolders.create(holder());
  if (account_token === undefined) throw new Error("The answer has no account_token");
  const params = { type: "VIRTUAL", state: "OPEN", memo, account_token } as const;
  return client.cards.create({ ...params, "Idempotency-Key": key });
}

test("Lithic's client creates an account holder and a card, pauses, opens and closes it", async () => {
  const card = await newCard();
  expect(card).toMatchObject({
    state: "OPEN",
    memo: "card_1",
    pan: expect.stringMatching(/^400000\d{10}$/),
  });
  for (const state of ["PAUSED", "OPEN", "CLOSED"] as const)
    expect((await client.cards.update(card.token, { state })).state).toBe(state);
  await expect(client.cards.update(card.token, { state: "OPEN" })).rejects.toMatchObject({
    status: 400,
  });
});

test("refuses unknown states, fields, countries, keys that are no UUID, and other API keys", async () => {
  const { token, account_token } = await newCard();
  const refused = { status: 400 };
  const update = (change: object) => client.cards.update(token, change);
  await expect(update({ state: "FROZEN" })).rejects.toMatchObject(refused);
  await expect(update({ state: "OPEN", colour: "red" })).rejects.toMatchObject(refused);
  const abroad = { ...holder(), address: { ...holder().address, country: "US" } };
  await expect(client.accountHolders.create(abroad)).rejects.toMatchObject(refused);
  const params = { type: "VIRTUAL", state: "OPEN", memo: "m", account_token } as const;
  const withKey = client.cards.create({ ...params, "Idempotency-Key": "not-a-uuid" });
  await expect(withKey).rejects.toMatchObject(refused);
  const other = new Lithic({ apiKey: "another", baseURL: standIn.url, maxRetries: 0 });
  await expect(other.cards.retrieve(token)).rejects.toMatchObject({ status: 401 });
});

test("returns the first card for a repeated key until it forgets the key, and finds cards by memo", async () => {
  const { account_token } = await client.accountHolders.create(holder());
  const params = {
    type: "VIRTUAL",
    state: "OPEN",
    memo: "card_of_one_key",
    account_token,
  } as const;
  const create = () => client.cards.create({ ...params, "Idempotency-Key": KEY });
  const first = await create();
  expect((await create()).token).toBe(first.token);
  standIn.forgetKeys();
  const second = await create();
  expect(second.token).not.toBe(first.token);
  const found: string[] = [];
  for await (const card of client.cards.list({ memo: "card_of_one_key", page_size: 1 }))
    found.push(card.token);
  expect(found).toEqual([second.token, first.token]);
});

test("shows no number to a programme that must not see it", async () => {
  const { token } = await newCard();
  standIn.programme.isPci = false;
  const card = await client.cards.retrieve(token);
  standIn.programme.isPci = true;
  expect([card.pan, card.cvv]).toEqual([undefined, undefined]);
  expect((await client.cards.retrieve(token)).cvv).toMatch(/^\d{3}$/);
});

const headersOf = (request: Receiver["requests"][number] | undefined) =>
  (request?.headers ?? {}) as Record<string, string>;

test("asks the service about a purchase and sends what became of it, with signatures that Lithic's client accepts", async () => {
  const card = await newCard();
  receiver.requests.length = 0;
  const { transaction, decision: made } = await standIn.network.authorize(card.token, {
    amount: 1_250,
  });
  expect(made).toMatchObject({ result: "APPROVED", answered: { status: 200 } });
  const [asked] = receiver.requests;
  const request = client.webhooks.parse(String(asked?.body), {
    headers: headersOf(asked),
    secret: standIn.endpoints.authorizations.secret,
  });
  expect(request).toMatchObject({ token: transaction.token, amounts: { hold: { amount: 1_250 } } });

  await standIn.network.advise(transaction.token, 1_500);
  await standIn.network.reverse(transaction.token, 500);
  await standIn.network.clear(transaction.token);
  const refund = await standIn.network.refund(card.token, { amount: 300 });
  await standIn.network.reverseRefund(refund.token, 300);
  await standIn.network.forceClear(card.token, { amount: 700 });
  const sent = receiver.requests
    .filter(({ path }) => path === "/events")
    .map((each) =>
      client.webhooks.parse(String(each.body), {
        headers: headersOf(each),
        secret: standIn.endpoints.events.secret,
      }),
    ) as (Lithic.Transaction & { event_type: string })[];
  expect(sent.map(({ event_type }) => event_type)).toEqual(
    Array.from({ length: 7 }, () => "card_transaction.updated"),
  );
  expect(sent.map(({ events }) => events?.at(-1)?.type)).toEqual([
    "AUTHORIZATION",
    "AUTHORIZATION_ADVICE",
    "AUTHORIZATION_REVERSAL",
    "CLEARING",
    "RETURN",
    "RETURN_REVERSAL",
    "CLEARING",
  ]);
  expect(sent.map(({ amounts, status }) => [amounts.hold.amount, status])).toEqual([
    [-1_250, "PENDING"],
    [-1_500, "PENDING"],
    [-1_000, "PENDING"],
    [0, "SETTLED"],
    [0, "SETTLED"],
    [0, "SETTLED"],
    [0, "SETTLED"],
  ]);
  const listed: string[] = [];
  for await (const each of client.transactions.list({ card_token: card.token }))
    listed.push(each.token);
  expect(listed).toHaveLength(3);
  const events = await client.events.list({
    event_types: ["card_transaction.updated"],
    with_content: true,
    page_size: 2,
  });
  expect(events.data).toHaveLength(2);
});

test.each([
  ["a decline", { body: '{"result":"INSUFFICIENT_FUNDS"}' }, "INSUFFICIENT_FUNDS", 1],
  ["an unknown word", { body: '{"result":"NO"}' }, "CUSTOM_ASA_RESULT", 1],
  ["a body without a result", { body: "ok" }, "MALFORMED_ASA_RESPONSE", 1],
  ["an error, asked twice", { status: 503, body: "" }, "CUSTOMER_ASA_TIMEOUT", 2],
])("takes %s as a decline", async (_, answer, detail, times) => {
  const card = await newCard();
  const approve = decision;
  decision = answer;
  receiver.requests.length = 0;
  const made = await standIn.network.authorize(card.token, { amount: 100 });
  decision = approve;
  expect(made.decision.detail).toBe(detail);
  expect(made.transaction.status).toBe("DECLINED");
  expect(receiver.requests.filter(({ path }) => path === "/authorizations")).toHaveLength(times);
});

test("decides alone about a paused card", async () => {
  const card = await newCard();
  await client.cards.update(card.token, { state: "PAUSED", substatus: "END_USER_REQUEST" });
  receiver.requests.length = 0;
  const { transaction } = await standIn.network.authorize(card.token, { amount: 100 });
  expect([transaction.status, transaction.result]).toEqual(["DECLINED", "CARD_PAUSED"]);
  expect(receiver.requests.map(({ path }) => path)).toEqual(["/events"]);
});

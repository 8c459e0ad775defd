import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../http/receiver";
import { type StripeStandIn, startStripe } from ".";

let standIn: StripeStandIn;
let client: Stripe;
let receiver: Receiver;
let decision: Record<string, unknown> = { approved: true };

beforeAll(async () => {
  receiver = await startReceiver(({ path }) =>
    path === "/authorizations"
      ? {
          headers: { "Content-Type": "application/json", "Stripe-Version": Stripe.API_VERSION },
          body: JSON.stringify(decision),
        }
      : {},
  );
  const { origin } = new URL(receiver.url);
  standIn = await startStripe({
    authorizationsUrl: `${origin}/authorizations`,
    eventsUrl: `${origin}/events`,
  });
  const { hostname, port } = new URL(standIn.url);
  client = new Stripe(standIn.apiKey, {
    host: hostname,
    port,
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
  });
});
afterAll(async () => {
  await standIn.stop();
  await receiver.close();
});

const cardholder = (): Stripe.Issuing.CardholderCreateParams => ({
  type: "individual",
  name: "Amara Okafor",
  email: "amara@example.com",
  phone_number: "+15555550100",
  status: "active",
  billing: {
    address: { line1: "1 Main", city: "Omaha", state: "NE", postal_code: "68022", country: "US" },
  },
  individual: {
    first_name: "Amara",
    last_name: "Okafor",
    card_issuing: { user_terms_acceptance: { date: 1_700_000_000, ip: "203.0.113.7" } },
  },
  metadata: { user: "user_1" },
});

async function newCard(): Promise<Stripe.Issuing.Card> {
  const { id } = await client.issuing.cardholders.create(cardholder());
  return client.issuing.cards.create({
    cardholder: id,
    currency: "usd",
    type: "virtual",
    status: "active",
    metadata: { card: "card_1" },
  });
}

test("Stripe's client creates a cardholder and a card, and reads the secrets only when it expands them", async () => {
  const card = await newCard();
  expect(card).toMatchObject({ status: "active", metadata: { card: "card_1" } });
  expect(card.number).toBeUndefined();
  const revealed = await client.issuing.cards.retrieve(card.id, { expand: ["number", "cvc"] });
  expect(revealed.number).toMatch(/^400000\d{10}$/);
  expect(revealed.number?.slice(-4)).toBe(card.last4);
  expect(revealed.cvc).toMatch(/^\d{3}$/);
});

test.each([
  ["an unknown type", { type: "plastic" }, /type must be equal to one of/],
  ["an unknown field", { colour: "red" }, /must NOT have additional properties \(colour\)/],
  ["no currency", { currency: undefined }, /must have required property 'currency'/],
])("refuses a card with %s, as Stripe's document says", async (_, change, message) => {
  const { id } = await client.issuing.cardholders.create(cardholder());
  const params = { cardholder: id, currency: "usd", type: "virtual", ...change };
  const made = client.issuing.cards.create(params as unknown as Stripe.Issuing.CardCreateParams);
  const error: Stripe.errors.StripeError = await made.then(
    () => expect.unreachable(),
    (failure: unknown) => failure as Stripe.errors.StripeError,
  );
  expect([error.statusCode, error.type]).toEqual([400, "StripeInvalidRequestError"]);
  expect(error.message).toMatch(message);
});

test("refuses unknown fields within objects, unknown query parameters and other keys", async () => {
  const wrong = cardholder() as unknown as { billing: { address: Record<string, string> } };
  wrong.billing.address.planet = "Earth";
  const params = wrong as unknown as Stripe.Issuing.CardholderCreateParams;
  await expect(client.issuing.cardholders.create(params)).rejects.toThrow(/planet/);
  const query = { colour: "red" } as unknown as Stripe.Issuing.CardListParams;
  await expect(client.issuing.cards.list(query)).rejects.toThrow(/colour/);
  const { hostname, port } = new URL(standIn.url);
  const other = new Stripe("sk_test_another", { host: hostname, port, protocol: "http" });
  await expect(other.events.list()).rejects.toMatchObject({ statusCode: 401 });
});

test("refuses names that Stripe does not take, and counts missing terms as past due", async () => {
  const long = { ...cardholder(), name: "Maximiliana Featherstonehaugh" };
  await expect(client.issuing.cardholders.create(long)).rejects.toThrow(/name/);
  const { individual: _, ...without } = cardholder();
  const made = await client.issuing.cardholders.create(without);
  expect(made.requirements).toMatchObject({
    disabled_reason: "requirements.past_due",
    past_due: expect.arrayContaining(["individual.card_issuing.user_terms_acceptance.ip"]),
  });
});

test("changes the state of a card until it is canceled", async () => {
  const { id } = await newCard();
  for (const status of ["inactive", "active", "canceled"] as const)
    expect((await client.issuing.cards.update(id, { status })).status).toBe(status);
  await expect(client.issuing.cards.update(id, { status: "active" })).rejects.toThrow(/canceled/);
  const unknown = { status: "frozen" } as unknown as Stripe.Issuing.CardUpdateParams;
  await expect(client.issuing.cards.update(id, unknown)).rejects.toThrow(/one of the allowed/);
});

test("returns the first answer for a repeated key, refuses the key for another request, and forgets it", async () => {
  const options = { idempotencyKey: "key-1" };
  const create = (name: string) =>
    client.issuing.cardholders.create({ ...cardholder(), name }, options);
  const first = await create("Amara Okafor");
  expect((await create("Amara Okafor")).id).toBe(first.id);
  await expect(create("Ada Obi")).rejects.toMatchObject({ type: "StripeIdempotencyError" });
  standIn.forgetKeys();
  expect((await create("Amara Okafor")).id).not.toBe(first.id);
});

test("lists the newest first, page by page, and filters", async () => {
  const card = await newCard();
  const listed: string[] = [];
  for await (const each of client.issuing.cards.list({ limit: 1 })) listed.push(each.id);
  expect(listed[0]).toBe(card.id);
  expect(new Set(listed).size).toBe(standIn.state.cards.size);
  const own = await client.issuing.cards.list({ cardholder: card.cardholder.id });
  expect(own.data.map(({ id }) => id)).toEqual([card.id]);
});

test("fails as it is configured: late, refused, an error after the effect, a cut connection, an unknown word", async () => {
  const count = () => standIn.state.cardholders.size;
  const create = (idempotencyKey: string, timeout = 20_000) =>
    client.issuing.cardholders.create(cardholder(), { idempotencyKey, timeout });
  const before = count();

  standIn.failNext({ kind: "refuse", status: 429, retryAfterS: 1 });
  await expect(create("a")).rejects.toMatchObject({ type: "StripeRateLimitError" });
  expect(count()).toBe(before);

  // The client repeats a request once by itself when a connection was cut that it had used before.
  standIn.failNext({ kind: "cut", effect: "none" }, { times: 2 });
  await expect(create("a")).rejects.toMatchObject({ type: "StripeConnectionError" });
  expect(count()).toBe(before);

  standIn.failNext({ kind: "cut", effect: "done" }, { times: 2 });
  await expect(create("a")).rejects.toMatchObject({ type: "StripeConnectionError" });
  expect(count()).toBe(before + 1);
  await create("a");
  expect(count()).toBe(before + 1);

  standIn.failNext({ kind: "fail after success", status: 500 });
  await expect(create("b")).rejects.toMatchObject({ statusCode: 500 });
  // Stripe saves errors of the server as well.
  await expect(create("b")).rejects.toMatchObject({ statusCode: 500 });
  expect(count()).toBe(before + 2);

  standIn.failNext({ kind: "slow", delayMs: 20_000 });
  await expect(create("c", 2_000)).rejects.toMatchObject({ type: "StripeConnectionError" });
  expect(count()).toBe(before + 3);

  const change = (body: Record<string, unknown>) => {
    body.status = "hibernating";
  };
  standIn.failNext({ kind: "change answer", change });
  expect((await create("d")).status).toBe("hibernating");
});

const eventTypes = () =>
  receiver.requests
    .filter(({ path }) => path === "/events")
    .map(({ body, headers }) =>
      client.webhooks.constructEvent(
        body,
        headers["stripe-signature"] ?? "",
        standIn.endpoints.events.secret,
      ),
    )
    .map(({ type }) => type);

test("asks the service about a purchase and sends what became of it, with Stripe's signatures", async () => {
  const card = await newCard();
  receiver.requests.length = 0;
  const { authorization, decision: made } = await standIn.network.authorize(card.id, {
    amount: 1_250,
  });
  expect(made).toMatchObject({ approved: true, reason: "webhook_approved" });
  const [asked] = receiver.requests;
  const event = client.webhooks.constructEvent(
    asked?.body ?? "",
    asked?.headers["stripe-signature"] ?? "",
    standIn.endpoints.authorizations.secret,
  );
  expect(event).toMatchObject({
    type: "issuing_authorization.request",
    data: { object: { id: authorization.id, amount: 0, pending_request: { amount: 1_250 } } },
  });

  await standIn.network.increment(authorization.id, { amount: 250 });
  await standIn.network.reverse(authorization.id, 500);
  const captured = await standIn.network.capture(authorization.id);
  expect(captured.amount).toBe(-1_000);
  await standIn.network.refund(card.id, 300, authorization.id);
  await standIn.network.forceCapture(card.id, 700);
  await standIn.network.expire(authorization.id);
  expect(eventTypes()).toEqual([
    "issuing_authorization.created",
    "issuing_authorization.updated",
    "issuing_authorization.updated",
    "issuing_transaction.created",
    "issuing_authorization.updated",
    "issuing_transaction.created",
    "issuing_transaction.created",
    "issuing_authorization.updated",
  ]);
  const listed = await client.issuing.transactions.list({ card: card.id });
  expect(listed.data.map(({ amount }) => amount)).toEqual([-700, 300, -1_000]);
  const events = await client.events.list({ type: "issuing_transaction.created", limit: 3 });
  expect(events.data).toHaveLength(3);
});

test.each([
  ["a decline", { approved: false }, { approved: false, reason: "webhook_declined" }],
  ["a body without a decision", { ok: true }, { approved: false, reason: "webhook_error" }],
  ["an unknown field", { approved: true, why: 1 }, { approved: false, reason: "webhook_error" }],
])("takes %s of the service as Stripe does", async (_, answer, expected) => {
  const card = await newCard();
  decision = answer;
  const made = await standIn.network.authorize(card.id, { amount: 100 });
  decision = { approved: true };
  expect(made.decision).toMatchObject(expected);
  expect(made.authorization).toMatchObject({ approved: false, status: "closed" });
});

test("decides without the service when it does not answer, or when Stripe refuses the card itself", async () => {
  const card = await newCard();
  const { url } = standIn.endpoints.authorizations;
  standIn.endpoints.authorizations.url = "http://127.0.0.1:1/";
  standIn.account.isApprovedByDefault = true;
  const unanswered = await standIn.network.authorize(card.id, { amount: 100 });
  standIn.account.isApprovedByDefault = false;
  standIn.endpoints.authorizations.url = url;
  expect(unanswered.authorization).toMatchObject({ approved: true, status: "pending" });
  expect(unanswered.decision.reason).toBe("webhook_timeout");

  await client.issuing.cards.update(card.id, { status: "inactive" });
  receiver.requests.length = 0;
  const frozen = await standIn.network.authorize(card.id, { amount: 100 });
  expect(frozen.decision).toMatchObject({ approved: false, reason: "card_inactive" });
  expect(eventTypes()).toEqual(["issuing_authorization.created"]);
  expect(receiver.requests).toHaveLength(1);
});

test("holds events back, delivers them in another order, and again", async () => {
  const card = await newCard();
  standIn.events.holdEvents();
  const { authorization } = await standIn.network.authorize(card.id, { amount: 100 });
  await standIn.network.capture(authorization.id);
  receiver.requests.length = 0;
  await standIn.events.releaseEvents((events) => events.toReversed());
  expect(eventTypes()).toEqual([
    "issuing_authorization.updated",
    "issuing_transaction.created",
    "issuing_authorization.created",
  ]);
  const last = standIn.events.deliveries.at(-1);
  if (last) await standIn.events.deliver(last.event);
  expect(eventTypes().at(-1)).toBe("issuing_authorization.created");
});

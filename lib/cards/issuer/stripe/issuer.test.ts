import fc from "fast-check";
import { expect, test } from "vitest";
import { stripeClient } from "@/lib/kernel/stripe/client";
import { sampleCardholder } from "@/test/fixtures/sample-cardholder";
import { testIssuerContract } from "@/test/providers/issuer-contract";
import { startStripe } from "@/test/providers/stripe";
import { cardholderParams, nameOnCard, obstacleOf } from "./cardholder";
import { StripeIssuer } from "./issuer";

/** Long enough for a busy machine, short enough for the tests that wait for it. */
const TIMEOUT_MS = 2_500;

async function start() {
  const stripe = await startStripe();
  const settings = { STRIPE_SECRET_KEY: stripe.apiKey, STRIPE_API_BASE: stripe.url };
  const client = stripeClient(settings, { timeoutMs: TIMEOUT_MS });
  return { stripe, settings, issuer: new StripeIssuer(client, ["US"]) };
}

testIssuerContract(
  "Stripe",
  async () => {
    const { stripe, issuer } = await start();
    return {
      issuer,
      standIn: {
        failNext: stripe.failNext,
        stopFailing: stripe.stopFailing,
        forgetKeys: stripe.forgetKeys,
        createsCard: "POST /v1/issuing/cards",
        createsCardholder: "POST /v1/issuing/cardholders",
        readsCard: "GET /v1/issuing/cards/{card}",
        changesCard: "POST /v1/issuing/cards/{card}",
        listsCards: "GET /v1/issuing/cards",
        countCards: () => stripe.state.cards.size,
        countCardholders: () => stripe.state.cardholders.size,
        giveUnknownStatus: ({ data }) => {
          const [first] = data as { status: string }[];
          if (first) first.status = "paused_by_stripe";
        },
      },
      stop: stripe.stop,
    };
  },
  { longerMs: TIMEOUT_MS + 500, isReal: true },
);

test("sends the cardholder's data, the pinned version and a stable idempotency key", async () => {
  const { stripe, issuer } = await start();
  const cardholder = sampleCardholder();
  const cardholderId = await issuer.createCardholder(cardholder);
  const request = { requestKey: "abc", cardId: "card_1", cardholderId, cardholder, at: new Date() };
  const card = await issuer.issueCard(request);
  const [created] = stripe.requestsOf("POST /v1/issuing/cardholders");
  expect(created?.headers).toMatchObject({
    "stripe-version": "2026-10-28.endive",
    "idempotency-key": `cardholder-${cardholder.userId}`,
  });
  expect(created?.headers).not.toHaveProperty("x-stripe-client-telemetry");
  expect(stripe.state.cardholders.get(cardholderId)).toMatchObject({
    name: "Amara Okafor",
    email: cardholder.email,
    individual: { dob: { day: 15, month: 4, year: 1990 } },
    metadata: { user: cardholder.userId },
  });
  expect(stripe.requestsOf("POST /v1/issuing/cards")[0]?.headers["idempotency-key"]).toBe(
    "card-abc",
  );
  expect(stripe.state.cards.get(card.issuerCardId)?.card.metadata).toEqual({
    card: "card_1",
    request_key: "abc",
  });
  await issuer.issueCard({ ...request, cardId: "card_2" });
  expect(stripe.state.cards.get(card.issuerCardId)?.card.metadata.card).toBe("card_2");
  await stripe.stop();
});

test("an update sends the birth date and keeps the other data, the status included", async () => {
  const { stripe, issuer } = await start();
  const cardholder = sampleCardholder({ birthDate: null });
  const id = await issuer.createCardholder(cardholder);
  const before = stripe.state.cardholders.get(id);
  await issuer.deactivateCardholder(id);
  await issuer.updateCardholder(id, { ...cardholder, birthDate: "1990-04-15" });
  const dob = { day: 15, month: 4, year: 1990 };
  expect(stripe.state.cardholders.get(id)).toEqual({
    ...before,
    status: "inactive",
    individual: { ...before?.individual, dob },
  });
  await expect(issuer.updateCardholder("ich_unknown", cardholder)).rejects.toMatchObject({
    name: "ProviderRefused",
    operation: "updateCardholder",
  });
  await stripe.stop();
});

test("lists more cards than fit on a page", async () => {
  const { stripe, issuer } = await start();
  const cardholder = sampleCardholder();
  const cardholderId = await issuer.createCardholder(cardholder);
  const request = { cardId: "card_1", cardholderId, cardholder, at: new Date() };
  const { issuerCardId } = await issuer.issueCard({ ...request, requestKey: "abc" });
  const stored = stripe.state.cards.get(issuerCardId);
  if (!stored) throw new Error("the stand-in has no card");
  for (let n = 0; n < 120; n++) {
    const card = { ...stored.card, id: `ic_copy${n}` };
    stripe.state.cards.set(card.id, { ...stored, card });
  }
  const ids: string[] = [];
  for await (const card of issuer.listCards()) ids.push(card.issuerCardId);
  expect(new Set(ids).size).toBe(121);
  await stripe.stop();
});

test("a wrong key and a card without its number are outages that an operator must end", async () => {
  const { stripe, settings, issuer } = await start();
  const wrong = stripeClient({ ...settings, STRIPE_SECRET_KEY: "sk_test_wrong" });
  await expect(
    new StripeIssuer(wrong, ["US"]).createCardholder(sampleCardholder()),
  ).rejects.toMatchObject({ name: "ProviderUnavailable", status: 401 });
  const cardholder = sampleCardholder();
  const cardholderId = await issuer.createCardholder(cardholder);
  stripe.failNext(
    {
      kind: "change answer",
      change: (body) => {
        delete body.number;
      },
    },
    { operation: "GET /v1/issuing/cards/{card}" },
  );
  const request = { requestKey: "k", cardId: "card_1", cardholderId, cardholder, at: new Date() };
  await expect(issuer.issueCard(request)).rejects.toMatchObject({
    name: "ProviderUnavailable",
    code: "number_not_in_response",
  });
  await stripe.stop();
});

test("a refusal names Stripe's code and parameter, and nothing that was sent", async () => {
  const { stripe, issuer } = await start();
  const { address } = sampleCardholder();
  const cardholder = sampleCardholder({ address: { ...address, countryCode: "??" } });
  const refusal = issuer.createCardholder(cardholder);
  await expect(refusal).rejects.toThrow(
    "stripe-issuing refused createCardholder (status 400, country_unsupported, request req_standin)",
  );
  await stripe.stop();
});

test.each([
  ["Amara", "Okafor", "Amara Okafor"],
  ["Wolfeschlegelsteinhausen", "Bergerdorff", "W Bergerdorff"],
  ["A", "Wolfeschlegelsteinhausenbergerdorff", "A Wolfeschlegelsteinhaus"],
  ["José María", "O’Neill-Núñez", "José María O’Neill-Núñez"],
  ["R2 D2", "X/Y", "R D X Y"],
  ["123", "456", "Cardholder"],
  // Adlam, whose letters have two UTF-16 units each.
  ["𞤃𞤢𞤥𞤢𞤣𞤵", "𞤔𞤢𞤤𞤤𞤮𞤣𞤭𞤐𞤣𞤢𞤳𞤢𞤪𞤢", "𞤃 𞤔𞤢𞤤𞤤𞤮𞤣𞤭𞤐𞤣𞤢"],
  // The last x has a mark, which is the 25th unit.
  ["Anna", "Abcdefghijklmnopqrstuxx\u0304y", "A Abcdefghijklmnopqrstux"],
  ["2\u0301na", "\u0301Silva", "na Silva"],
  ["", `z${"\u0304".repeat(30)}`, "Cardholder"],
])("%s %s is printed as %s", (firstName, lastName, name) => {
  expect(nameOnCard(sampleCardholder({ firstName, lastName }))).toBe(name);
});

test("a name whose letters have two UTF-16 units reaches Stripe as it is printed", async () => {
  const { stripe, issuer } = await start();
  const lastName = "𞤔𞤢𞤤𞤤𞤮𞤣𞤭𞤐𞤣𞤢𞤳𞤢𞤪𞤢";
  const id = await issuer.createCardholder(sampleCardholder({ firstName: "𞤃𞤢𞤥𞤢𞤣𞤵", lastName }));
  expect(stripe.state.cardholders.get(id)).toMatchObject({ name: "𞤃 𞤔𞤢𞤤𞤤𞤮𞤣𞤭𞤐𞤣𞤢" });
  await stripe.stop();
});

test("every printed name is well-formed and fits", () => {
  const name = fc.string({ unit: "grapheme", maxLength: 40 });
  fc.assert(
    fc.property(name, name, (firstName, lastName) => {
      const printed = nameOnCard(sampleCardholder({ firstName, lastName }));
      expect(printed.isWellFormed() && printed.length <= 24).toBe(true);
      expect(printed).toMatch(/^\P{M}/u);
    }),
  );
});

test("the birth date is left out while it is not known", () => {
  expect(cardholderParams(sampleCardholder({ birthDate: null })).individual).not.toHaveProperty(
    "dob",
  );
});

test.each([
  [{ disabled_reason: null, past_due: [] }, "active", null],
  [{ disabled_reason: null, past_due: null }, "blocked", "blocked"],
  [
    { disabled_reason: "requirements.past_due", past_due: ["individual.dob.day"] },
    "active",
    "requirements.past_due: individual.dob.day",
  ],
  [{ disabled_reason: "a_new_reason", past_due: null }, "active", "a_new_reason"],
])("requirements %j and status %s are the obstacle %j", (requirements, status, obstacle) => {
  expect(obstacleOf({ requirements, status } as Parameters<typeof obstacleOf>[0])).toBe(obstacle);
});

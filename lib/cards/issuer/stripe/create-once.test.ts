import { afterAll, beforeAll, expect, test } from "vitest";
import { stripeClient } from "@/lib/kernel/stripe/client";
import { sampleCardholder } from "@/test/fixtures/sample-cardholder";
import { type StripeStandIn, startStripe } from "@/test/providers/stripe";
import { StripeIssuer } from "./issuer";

let stripe: StripeStandIn;
let issuer: StripeIssuer;
beforeAll(async () => {
  stripe = await startStripe();
  const settings = { STRIPE_SECRET_KEY: stripe.apiKey, STRIPE_API_BASE: stripe.url };
  issuer = new StripeIssuer(stripeClient(settings), ["US"]);
});
afterAll(() => stripe.stop());

const isRefused = { name: "ProviderRefused" };
const isOut = { name: "ProviderUnavailable" };

async function newRequest(requestKey: string) {
  const cardholder = sampleCardholder();
  const cardholderId = await issuer.createCardholder(cardholder);
  return { requestKey, cardholderId, cardholder, at: new Date() };
}

test("a request for a card that Stripe refused gets a card once the cause is gone", async () => {
  const request = await newRequest("refused");
  const { cardholderId } = request;
  const holder = stripe.state.cardholders.get(cardholderId);
  if (!holder) throw new Error("Stripe has no cardholder");
  stripe.state.cardholders.delete(cardholderId);
  const issue = (cardId: string) => issuer.issueCard({ ...request, cardId });
  await expect(issue("card_1")).rejects.toMatchObject(isRefused);
  await expect(issue("card_2")).rejects.toMatchObject(isRefused);
  stripe.state.cardholders.set(cardholderId, holder);
  const { issuerCardId } = await issue("card_3");
  expect((await issue("card_4")).issuerCardId).toBe(issuerCardId);
});

test("a cardholder is created after an error of Stripe that left none, also with a birth date learned since", async () => {
  const cardholder = { ...sampleCardholder(), userId: "usr_other", email: "other@example.com" };
  const before = new Set(stripe.state.cardholders.keys());
  const failure = { kind: "fail after success", status: 500 } as const;
  stripe.failNext(failure, { operation: "POST /v1/issuing/cardholders", times: 3 });
  const first = issuer.createCardholder({ ...cardholder, birthDate: null });
  await expect(first).rejects.toMatchObject(isOut);
  stripe.stopFailing();
  for (const id of stripe.state.cardholders.keys())
    if (!before.has(id)) stripe.state.cardholders.delete(id);
  const id = await issuer.createCardholder(cardholder);
  expect(stripe.state.cardholders.get(id)?.individual?.dob).toEqual({
    year: 1990,
    month: 4,
    day: 15,
  });
});

test("a cardholder is created after an error of Stripe that left none, with the same data", async () => {
  const cardholder = { ...sampleCardholder(), userId: "usr_same", email: "same@example.com" };
  const before = new Set(stripe.state.cardholders.keys());
  const failure = { kind: "fail after success", status: 500 } as const;
  stripe.failNext(failure, { operation: "POST /v1/issuing/cardholders", times: 9 });
  // Each key that was tried now keeps the error.
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(issuer.createCardholder(cardholder)).rejects.toMatchObject(isOut);
    for (const id of stripe.state.cardholders.keys())
      if (!before.has(id)) stripe.state.cardholders.delete(id);
  }
  stripe.stopFailing();
  const id = await issuer.createCardholder(cardholder);
  expect(stripe.state.cardholders.get(id)?.email).toBe("same@example.com");
  expect(await issuer.createCardholder(cardholder)).toBe(id);
});

test("a dispute with other evidence is opened after one that Stripe refused", async () => {
  const { issuerCardId } = await issuer.issueCard({
    ...(await newRequest("disputed")),
    cardId: "card_1",
  });
  const { id } = await stripe.network.forceCapture(issuerCardId, 1_250);
  const open = (amountMicroUsd: bigint) =>
    issuer.disputes.openDispute({
      ...{ issuerTransactionId: id, amountMicroUsd, filedAt: new Date() },
      evidence: { reason: "fraudulent", explanation: "It was not me." },
    });
  await expect(open(12_600_000n)).rejects.toMatchObject(isRefused);
  expect(await open(12_500_000n)).toMatchObject({ status: "open" });
});

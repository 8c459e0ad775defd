import "@/test/database";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { StripeIssuer } from "@/lib/cards/issuer/stripe/issuer";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { stripeClient } from "@/lib/kernel/stripe/client";
import { addedFile, disputeBody, openedDispute, pdf } from "@/test/fixtures/disputes";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { NetworkStory, says } from "@/test/fixtures/network";
import { sampleCardholder } from "@/test/fixtures/sample-cardholder";
import { clientOf } from "@/test/http/client";
import { type StripeStandIn, startStripe } from "@/test/providers/stripe";
import { advanceDisputes } from "./advance-disputes";

const configured = vi.hoisted(() => ({ issuer: undefined as unknown }));
vi.mock("@/lib/cards/issuer/issuer", async (importReal) => ({
  ...(await importReal<object>()),
  disputesIssuers: () => [configured.issuer],
}));

const SUBMIT = "POST /v1/issuing/disputes/{dispute}/submit";

let stripe: StripeStandIn;
let partner: TestPartner;
let cardId: string;
let issuerCardId: string;
let transactionId: string;

/** A purchase that Stripe reported as collected; returns our id of it. */
async function collected(cents: number): Promise<string> {
  const { id } = await stripe.network.forceCapture(issuerCardId, cents);
  await applyNetworkNotification({
    ...new NetworkStory(cardId).says({ ...says.capture(cents / 100, true), id }),
    ...{ issuer: "stripe", issuerTransactionId: id, issuerCardId },
  });
  const [row] = await sql(
    "SELECT id FROM card_transactions WHERE card_id = $1 AND amount_micro_usd = $2",
    [cardId, cents * 10_000],
  );
  return row.id;
}

beforeAll(async () => {
  stripe = await startStripe();
  const client = stripeClient({ STRIPE_SECRET_KEY: stripe.apiKey, STRIPE_API_BASE: stripe.url });
  const issuer = new StripeIssuer(client, ["US"]);
  configured.issuer = issuer;
  const cardholder = sampleCardholder();
  const cardholderId = await issuer.createCardholder(cardholder);
  const request = { requestKey: "key", cardId: "card_1", cardholderId, cardholder, at: new Date() };
  ({ issuerCardId } = await issuer.issueCard(request));
  partner = await makePartner();
  cardId = await makeCard(partner, { amountUsd: 100 });
  await sql(
    "UPDATE cards SET issuer = 'stripe', issuer_card_id = $2, number_sealed = NULL, cvv_sealed = NULL WHERE id = $1",
    [cardId, issuerCardId],
  );
  transactionId = await collected(1_250);
});
afterAll(async () => {
  await stripe.stop();
  await endTests();
});

const disputeOf = async (id: string) =>
  (await sql("SELECT * FROM card_disputes WHERE id = $1", [id]))[0];

test("a dispute that was opened again keeps its file when its submission is repeated", async () => {
  stripe.failNext({ kind: "refuse", status: 400 }, { operation: SUBMIT });
  const refused = await openedDispute(partner, transactionId);
  await advanceDisputes();
  expect(await disputeOf(refused)).toMatchObject({ status: "failed" });

  const bytes = pdf("an invoice");
  const evidenceFileIds = [await addedFile(partner, transactionId, bytes)];
  const id = await openedDispute(partner, transactionId, { evidenceFileIds });
  stripe.failNext({ kind: "refuse", status: 503 }, { operation: SUBMIT, times: 3 });
  await advanceDisputes();
  expect(await disputeOf(id)).toMatchObject({ status: "pending", attempts: 1 });

  await sql("UPDATE card_disputes SET due_at = now() - interval '1 second' WHERE id = $1", [id]);
  await advanceDisputes();
  const { status, issuer_dispute_id: issuerDisputeId } = await disputeOf(id);
  expect(status).toBe("submitted");
  const files = stripe.filesOf(issuerDisputeId).map((each) => Buffer.from(each));
  expect(files).toEqual([bytes]);
});

test("an explanation that Stripe would refuse is refused before the card is credited", async () => {
  await sql("UPDATE card_disputes SET due_at = 'infinity' WHERE due_at IS NOT NULL");
  const purchase = await collected(1_300);
  const long = disputeBody({ explanation: "é".repeat(1_501) });
  const { status, json } = await clientOf(partner).dispute(purchase, long);
  expect(status).toBe(400);
  expect(json.data.error).toEqual([
    { property: "explanation", constraints: { maxLength: expect.stringContaining("1500") } },
  ]);
  const id = await openedDispute(partner, purchase, { explanation: "é".repeat(1_500) });
  await advanceDisputes();
  expect(await disputeOf(id)).toMatchObject({ status: "submitted" });
});

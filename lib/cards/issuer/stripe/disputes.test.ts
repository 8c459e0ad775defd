import { expect, test } from "vitest";
import { stripeClient } from "@/lib/kernel/stripe/client";
import { sampleCardholder } from "@/test/fixtures/sample-cardholder";
import {
  type AdapterUnderTest,
  testDisputeContract,
  testDisputeFailures,
} from "@/test/providers/dispute-contract";
import { startStripe } from "@/test/providers/stripe";
import { StripeIssuer } from "./issuer";

async function start() {
  const stripe = await startStripe();
  const client = stripeClient({ STRIPE_SECRET_KEY: stripe.apiKey, STRIPE_API_BASE: stripe.url });
  const issuer = new StripeIssuer(client, ["US"]);
  const cardholder = sampleCardholder();
  const cardholderId = await issuer.createCardholder(cardholder);
  const request = { requestKey: "k", cardId: "card_1", cardholderId, cardholder, at: new Date() };
  const { issuerCardId } = await issuer.issueCard(request);
  const purchase = async () => (await stripe.network.forceCapture(issuerCardId, 1_250)).id;
  return { stripe, disputes: issuer.disputes, purchase };
}

const startAdapter = async (): Promise<AdapterUnderTest> => {
  const { stripe, disputes, purchase } = await start();
  return {
    disputes,
    standIn: stripe,
    opensDispute: "POST /v1/issuing/disputes",
    countDisputes: () => stripe.state.disputes.size,
    uploadsFile: "POST /v1/files",
    filesOf: (id) => stripe.filesOf(id),
    purchase,
    letSubmit: async () => {},
    win: (id) => stripe.network.decideDispute(id, "won"),
    lose: (id) => stripe.network.decideDispute(id, "lost", "no_valid_evidence_submitted"),
    giveUnknownStatus: (body) => {
      body.status = "hibernating";
    },
    stop: stripe.stop,
  };
};

testDisputeContract("Stripe", startAdapter);
testDisputeFailures("Stripe", startAdapter);

test("a dispute that nobody submitted in time is lost, and says so", async () => {
  const { stripe, disputes, purchase } = await start();
  const request = { issuerTransactionId: await purchase(), amountMicroUsd: 10_000n };
  const evidence = { reason: "fraudulent", explanation: "It was not me." } as const;
  const opened = await disputes.openDispute({ ...request, evidence, filedAt: new Date() });
  await stripe.network.decideDispute(opened.issuerDisputeId, "expired");
  const found = await disputes.findDispute(opened.issuerDisputeId);
  expect(found).toMatchObject({ status: "lost", detail: "expired" });
  await stripe.stop();
});

test("a file whose upload Stripe failed, and keeps as failed, is uploaded by the next attempt", async () => {
  const { stripe, disputes, purchase } = await start();
  const evidence = { reason: "fraudulent", explanation: "It was not me." } as const;
  const request = { issuerTransactionId: await purchase(), amountMicroUsd: 10_000n };
  const { issuerDisputeId: id } = await disputes.openDispute({
    ...{ ...request, evidence, filedAt: new Date() },
  });
  const bytes = Buffer.from("%PDF-1.7 receipt");
  const file = { id: "dfl_1", name: "receipt.pdf", mediaType: "application/pdf", bytes } as const;
  const failure = { kind: "fail after success", status: 500 } as const;
  stripe.failNext(failure, { operation: "POST /v1/files", times: 3 });
  const attach = () => disputes.attachFile(id, evidence, file);
  await expect(attach()).rejects.toMatchObject({ name: "ProviderUnavailable" });
  stripe.stopFailing();
  await attach();
  expect(stripe.filesOf(id).map((each) => Buffer.from(each))).toEqual([bytes]);
  await stripe.stop();
});

import type Lithic from "lithic";
import { expect, test } from "vitest";
import { sampleCardholder } from "@/test/fixtures/sample-cardholder";
import {
  type AdapterUnderTest,
  testDisputeContract,
  testDisputeFailures,
} from "@/test/providers/dispute-contract";
import { startLithic } from "@/test/providers/lithic";
import { lithicIssuer } from ".";

async function start() {
  const lithic = await startLithic();
  const issuer = lithicIssuer({
    apiKey: lithic.apiKey,
    environment: "sandbox",
    baseUrl: lithic.url,
    countries: ["US"],
    cardProgramToken: undefined,
    exemption: { type: "PREPAID_CARD_USER" },
  });
  const { disputes } = issuer;
  if (!disputes) throw new Error("Lithic has disputes");
  const cardholder = sampleCardholder();
  const cardholderId = await issuer.createCardholder(cardholder);
  const request = { requestKey: "k", cardId: "card_1", cardholderId, cardholder, at: new Date() };
  const { issuerCardId } = await issuer.issueCard(request);
  const purchase = async () =>
    (await lithic.network.forceClear(issuerCardId, { amount: 1_250 })).token;
  return { lithic, disputes, purchase };
}

const startAdapter = async (): Promise<AdapterUnderTest> => {
  const { lithic, disputes, purchase } = await start();
  return {
    disputes,
    standIn: lithic,
    opensDispute: "POST /v1/disputes",
    countDisputes: () => lithic.state.disputes.size,
    uploadsFile: "PUT /uploads/{evidence_token}",
    filesOf: (token) => lithic.filesOf(token),
    purchase,
    letSubmit: (token) => lithic.network.moveDispute(token, "SUBMITTED"),
    win: (token) => lithic.network.moveDispute(token, "CASE_WON"),
    lose: (token) => lithic.network.moveDispute(token, "CASE_CLOSED", "CASE_LOST"),
    giveUnknownStatus: (body) => {
      body.status = "HIBERNATING";
    },
    stop: lithic.stop,
  };
};

testDisputeContract("Lithic", startAdapter);
testDisputeFailures("Lithic", startAdapter);

test.each<[Lithic.Dispute["status"], Lithic.Dispute["resolution_reason"], string]>([
  ["PENDING_CUSTOMER", null, "waiting"],
  ["REPRESENTMENT", null, "submitted"],
  ["PREARBITRATION", null, "submitted"],
  ["ARBITRATION", null, "submitted"],
  ["CASE_CLOSED", "WON_ARBITRATION", "won"],
  ["CASE_CLOSED", "REFUNDED_AFTER_CHARGEBACK", "withdrawn"],
  ["CASE_CLOSED", "WITHDRAWN", "withdrawn"],
  ["CASE_CLOSED", "PAST_FILING_DATE", "lost"],
  ["CASE_CLOSED", null, "lost"],
])("%s with the reason %s is %s", async (status, resolution, expected) => {
  const { lithic, disputes, purchase } = await start();
  const request = { issuerTransactionId: await purchase(), amountMicroUsd: 10_000n };
  const evidence = { reason: "fraudulent", explanation: "It was not me." } as const;
  const opened = await disputes.openDispute({ ...request, evidence, filedAt: new Date() });
  await lithic.network.moveDispute(opened.issuerDisputeId, status, resolution);
  const found = await disputes.findDispute(opened.issuerDisputeId);
  expect([found.status, found.detail]).toEqual([
    expected,
    resolution === null ? status : `${status}: ${resolution}`,
  ]);
  await lithic.stop();
});

test("the facts of the evidence are in the note", async () => {
  const { lithic, disputes, purchase } = await start();
  await disputes.openDispute({
    issuerTransactionId: await purchase(),
    amountMicroUsd: 10_000n,
    filedAt: new Date(),
    evidence: {
      reason: "duplicate",
      explanation: "I paid once.",
      product: { description: "A bicycle", type: "merchandise" },
      expectedAt: new Date("2026-11-01T00:00:00Z"),
      originalTransactionId: "the-first",
    },
  });
  const [stored] = lithic.state.disputes.values();
  expect(stored?.customer_note).toBe(
    "I paid once.\nProduct (merchandise): A bicycle\nExpected: 2026-11-01\nOriginal transaction: the-first",
  );
  await lithic.stop();
});

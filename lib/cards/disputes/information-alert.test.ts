import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GET as list } from "@/app/api/admin/disputes/route";
import { openAlert } from "@/lib/alerts/open-alert";
import { lithicIssuer } from "@/lib/cards/issuer/lithic";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { openAlertsAbout } from "@/test/fixtures/alerts";
import { bookFaults } from "@/test/fixtures/books";
import { addedFile, openedDispute, pdf } from "@/test/fixtures/disputes";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { NetworkStory, says } from "@/test/fixtures/network";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { sampleCardholder } from "@/test/fixtures/sample-cardholder";
import { clientOf } from "@/test/http/client";
import { startLithic } from "@/test/providers/lithic";
import { advanceDisputes } from "./advance-disputes";
import { decideDispute } from "./decide-dispute";
import { applyDisputeReport } from "./reports/apply-dispute-report";
import { findDescribedDispute } from "./sql-store";

const configured = vi.hoisted(() => ({ issuer: undefined as unknown }));
vi.mock("@/lib/cards/issuer/issuer", async (importReal) => ({
  ...(await importReal<object>()),
  disputesIssuers: () => [configured.issuer],
}));

let lithic: Awaited<ReturnType<typeof startLithic>>;
let browser: Browser;
let partner: TestPartner;
let issuer: ReturnType<typeof lithicIssuer>;
let purchase: string;
let issuerTransactionId: string;

beforeAll(async () => {
  lithic = await startLithic();
  issuer = lithicIssuer({
    apiKey: lithic.apiKey,
    environment: "sandbox",
    baseUrl: lithic.url,
    countries: ["US"],
    cardProgramToken: undefined,
    exemption: { type: "PREPAID_CARD_USER" },
  });
  configured.issuer = issuer;
  browser = await signedIn(await makePerson());
  partner = await makePartner();
});
/** A purchase at Lithic's network, of a card of its own. */
beforeEach(async () => {
  await sql("UPDATE card_disputes SET due_at = 'infinity' WHERE due_at IS NOT NULL");
  const cardId = await makeCard(partner, { amountUsd: 100 });
  const cardholder = sampleCardholder();
  const cardholderId = await issuer.createCardholder(cardholder);
  const request = { requestKey: cardId, cardId, cardholderId, cardholder, at: new Date() };
  const { issuerCardId } = await issuer.issueCard(request);
  await sql(
    "UPDATE cards SET issuer = 'lithic', issuer_card_id = $2, number_sealed = NULL, cvv_sealed = NULL WHERE id = $1",
    [cardId, issuerCardId],
  );
  const { token } = await lithic.network.forceClear(issuerCardId, { amount: 1_250 });
  issuerTransactionId = token;
  await applyNetworkNotification({
    issuer: "lithic",
    issuerTransactionId,
    issuerCardId,
    details: new NetworkStory(cardId).details,
    messages: [{ ...says.capture(12.5, true), id: `clearing_of_${token}` }],
  });
  const [{ id }] = await sql(
    "SELECT id FROM card_transactions WHERE card_id = $1 AND amount_micro_usd = 12500000",
    [cardId],
  );
  purchase = id;
});
afterAll(async () => {
  expect(await bookFaults(partner.partnerId)).toEqual([]);
  await lithic.stop();
  await endTests();
});

const rowOf = async (id: string) =>
  (await sql("SELECT * FROM card_disputes WHERE id = $1", [id]))[0];
const alertsAbout = (id: string) => openAlertsAbout("dispute_needs_information", id);
/** What the console lists as needing attention, of this dispute. */
const attention = async (id: string) => {
  const { json } = await browser.call(list, { query: { status: "attention", search: id } });
  return json.data.disputes.map(({ disputeId }: { disputeId: string }) => disputeId);
};
/** The next poll of the job, after its pause. */
async function poll(id: string): Promise<void> {
  await sql(
    "UPDATE card_disputes SET due_at = now() - interval '1 second' WHERE id = $1 AND due_at IS NOT NULL",
    [id],
  );
  await advanceDisputes();
}
async function submitted(): Promise<{ id: string; issuerDisputeId: string }> {
  const id = await openedDispute(partner, purchase);
  await advanceDisputes();
  const { status, issuer_dispute_id: issuerDisputeId } = await rowOf(id);
  expect(status).toBe("submitted");
  return { id, issuerDisputeId };
}
let events = 0;
const reported = (issuerDisputeId: string, status: "waiting" | "submitted" | "lost") =>
  applyDisputeReport(
    {
      issuer: "lithic",
      id: `event_${issuerDisputeId}_${events++}`,
      type: "dispute.updated",
      createdAt: new Date(),
    },
    { issuerDisputeId, issuerTransactionId, amountMicroUsd: 12_500_000n, status, detail: status },
  );

test("a dispute that waits for information needs attention until the issuer goes on, and stays submitted for the partner", async () => {
  const { id, issuerDisputeId } = await submitted();
  await lithic.network.moveDispute(issuerDisputeId, "PENDING_CUSTOMER");
  await poll(id);
  await poll(id);
  const [alert, ...more] = await alertsAbout(id);
  expect(more).toEqual([]);
  for (const fact of [
    id,
    "12.50 USD",
    purchase,
    partner.partnerId,
    issuerDisputeId,
    "PENDING_CUSTOMER",
  ])
    expect(alert.text).toContain(fact);
  expect(await attention(id)).toEqual([id]);
  const { json } = await clientOf(partner).getDispute(id);
  expect(json.data.status).toBe("submitted");
  expect(JSON.stringify(json)).not.toContain("PENDING_CUSTOMER");
  await lithic.network.moveDispute(issuerDisputeId, "SUBMITTED");
  await poll(id);
  expect(await alertsAbout(id)).toEqual([]);
  expect(await attention(id)).toEqual([]);
  await lithic.network.moveDispute(issuerDisputeId, "PENDING_CUSTOMER");
  await poll(id);
  expect(await alertsAbout(id)).toHaveLength(1);
});

test("the alert is closed when the case is closed", async () => {
  const { id, issuerDisputeId } = await submitted();
  await lithic.network.moveDispute(issuerDisputeId, "PENDING_CUSTOMER");
  await poll(id);
  await lithic.network.moveDispute(issuerDisputeId, "CASE_CLOSED", "PAST_FILING_DATE");
  await poll(id);
  expect(await rowOf(id)).toMatchObject({ status: "lost" });
  expect(await alertsAbout(id)).toEqual([]);
});

test("reports make the job ask at once, and one that is out of date neither raises nor closes the alert", async () => {
  const { id, issuerDisputeId } = await submitted();
  await lithic.network.moveDispute(issuerDisputeId, "PENDING_CUSTOMER");
  await reported(issuerDisputeId, "waiting");
  await advanceDisputes();
  expect(await alertsAbout(id)).toHaveLength(1);
  await reported(issuerDisputeId, "submitted");
  await advanceDisputes();
  expect(await alertsAbout(id)).toHaveLength(1);
  await lithic.network.moveDispute(issuerDisputeId, "REPRESENTMENT");
  await reported(issuerDisputeId, "waiting");
  await advanceDisputes();
  expect(await alertsAbout(id)).toEqual([]);
});

test("the alert of a dispute that a report has ended is closed, also when it was raised afterwards", async () => {
  const { id, issuerDisputeId } = await submitted();
  await lithic.network.moveDispute(issuerDisputeId, "PENDING_CUSTOMER");
  await poll(id);
  await reported(issuerDisputeId, "lost");
  await advanceDisputes();
  expect(await alertsAbout(id)).toEqual([]);
  // By a process that had asked the issuer before the report arrived.
  await openAlert({ kind: "dispute_needs_information", subject: id, text: "It waits." });
  await advanceDisputes();
  expect(await alertsAbout(id)).toEqual([]);
});

test("a dispute that already waits at the issuer when it is submitted gets its files and an alert", async () => {
  const evidenceFileIds = [await addedFile(partner, purchase, pdf("an invoice"))];
  const first = await openedDispute(partner, purchase, { evidenceFileIds });
  lithic.failNext({ kind: "cut", effect: "done" }, { operation: "POST /v1/disputes", times: 3 });
  await advanceDisputes();
  expect(await rowOf(first)).toMatchObject({ status: "pending" });
  const token = [...lithic.state.disputes.keys()].at(-1) ?? "";
  await lithic.network.moveDispute(token, "PENDING_CUSTOMER");
  await poll(first);
  expect(await rowOf(first)).toMatchObject({ status: "submitted", issuer_dispute_id: token });
  expect(lithic.filesOf(token)).toHaveLength(1);
  expect(await alertsAbout(first)).toHaveLength(1);
});

test("a dispute that failed here and waits at the issuer is a difference", async () => {
  const id = await openedDispute(partner, purchase);
  const dispute = await findDescribedDispute(id);
  if (!dispute) throw new Error("the dispute is missing");
  await decideDispute(dispute, { status: "failed", detail: "refused" });
  await reported(randomUUID(), "waiting");
  expect(await openAlertsAbout("dispute_differs", id)).toHaveLength(1);
});

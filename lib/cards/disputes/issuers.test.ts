import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { lithicIssuer } from "@/lib/cards/issuer/lithic";
import type { CardIssuer } from "@/lib/cards/issuer/port";
import { StripeIssuer } from "@/lib/cards/issuer/stripe/issuer";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { stripeClient } from "@/lib/kernel/stripe/client";
import { bookFaults } from "@/test/fixtures/books";
import { addedFile, disputeBody, openedDispute, pdf } from "@/test/fixtures/disputes";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { NetworkStory, networkBalancesOf, says } from "@/test/fixtures/network";
import { sampleCardholder } from "@/test/fixtures/sample-cardholder";
import { clientOf } from "@/test/http/client";
import { startLithic } from "@/test/providers/lithic";
import type { StandIn } from "@/test/providers/stand-in/server";
import { startStripe } from "@/test/providers/stripe";
import { advanceDisputes } from "./advance-disputes";
import { applyDisputeReport } from "./reports/apply-dispute-report";

const configured = vi.hoisted(() => ({ issuer: undefined as unknown }));
vi.mock("@/lib/cards/issuer/issuer", async (importReal) => ({
  ...(await importReal<object>()),
  disputesIssuers: () => [configured.issuer],
}));

/** An issuer's stand-in: purchases at its network, and what its network decides. */
interface Outside {
  issuer: CardIssuer;
  /** Collects 12.50; returns the ids of the transaction and of its capture. */
  purchase(issuerCardId: string): Promise<{ transactionId: string; captureId: string }>;
  decide(issuerDisputeId: string, outcome: "won" | "lost"): Promise<void>;
  /** The evidence that the issuer has of its newest dispute, as text. */
  evidence(): string;
  /** The files that the issuer has of a dispute. */
  filesOf(issuerDisputeId: string): Uint8Array[];
  failNext: StandIn["failNext"];
  /** The request that carries a file. */
  uploadsFile: string;
  stop(): Promise<void>;
}

async function startStripeIssuer(): Promise<Outside> {
  const stripe = await startStripe();
  const client = stripeClient({ STRIPE_SECRET_KEY: stripe.apiKey, STRIPE_API_BASE: stripe.url });
  return {
    issuer: new StripeIssuer(client, ["US"]),
    purchase: async (issuerCardId) => {
      const { id } = await stripe.network.forceCapture(issuerCardId, 1_250);
      // A purchase with an authorization: Stripe disputes its capture, not the authorization.
      return { transactionId: `iauth_of_${id}`, captureId: id };
    },
    decide: (id, outcome) => stripe.network.decideDispute(id, outcome).then(() => {}),
    evidence: () => JSON.stringify([...stripe.state.disputes.values()].at(-1)),
    filesOf: stripe.filesOf,
    failNext: stripe.failNext,
    uploadsFile: "POST /v1/files",
    stop: stripe.stop,
  };
}

async function startLithicIssuer(): Promise<Outside> {
  const lithic = await startLithic();
  const issuer = lithicIssuer({
    apiKey: lithic.apiKey,
    environment: "sandbox",
    baseUrl: lithic.url,
    countries: ["US"],
    cardProgramToken: undefined,
    exemption: { type: "PREPAID_CARD_USER" },
  });
  const decide = async (token: string, outcome: "won" | "lost") => {
    if (outcome === "won") await lithic.network.moveDispute(token, "CASE_WON");
    else await lithic.network.moveDispute(token, "CASE_CLOSED", "CASE_LOST");
  };
  return {
    issuer,
    purchase: async (issuerCardId) => {
      const { token } = await lithic.network.forceClear(issuerCardId, { amount: 1_250 });
      return { transactionId: token, captureId: `clearing_of_${token}` };
    },
    decide,
    evidence: () => JSON.stringify([...lithic.state.disputes.values()].at(-1)),
    filesOf: lithic.filesOf,
    failNext: lithic.failNext,
    uploadsFile: "PUT /uploads/{evidence_token}",
    stop: lithic.stop,
  };
}

describe.each([
  ["stripe", startStripeIssuer],
  ["lithic", startLithicIssuer],
] as const)("disputes of cards of %s", (name, start) => {
  let outside: Outside;
  let issuerCardId: string;
  let partner: TestPartner;
  let cardId: string;

  beforeAll(async () => {
    outside = await start();
    configured.issuer = outside.issuer;
    const cardholder = sampleCardholder();
    const cardholderId = await outside.issuer.createCardholder(cardholder);
    const request = {
      requestKey: name,
      cardId: "card_1",
      cardholderId,
      cardholder,
      at: new Date(),
    };
    ({ issuerCardId } = await outside.issuer.issueCard(request));
    partner = await makePartner();
    cardId = await makeCard(partner, { amountUsd: 100 });
    await sql(
      "UPDATE cards SET issuer = $2, issuer_card_id = $3, number_sealed = NULL, cvv_sealed = NULL WHERE id = $1",
      [cardId, name, issuerCardId],
    );
  });
  afterAll(() => outside.stop());

  /** A purchase of 12.50 that the issuer reported; returns our id of it. */
  async function purchase(): Promise<string> {
    const { transactionId, captureId } = await outside.purchase(issuerCardId);
    const { details } = new NetworkStory(cardId);
    const capture = { ...says.capture(12.5, true), id: captureId };
    await applyNetworkNotification({
      issuer: name,
      issuerTransactionId: transactionId,
      issuerCardId,
      details,
      messages: [capture],
    });
    const rows = await sql(
      "SELECT id FROM card_transactions WHERE card_id = $1 ORDER BY id DESC LIMIT 1",
      [cardId],
    );
    return rows[0].id;
  }

  if (name === "stripe")
    test("of a purchase that was collected in parts, the amount tells the part", async () => {
      await clientOf(partner).fund({ serviceCardId: cardId, amount: 40 });
      const { transactionId, captureId } = await outside.purchase(issuerCardId);
      const { details } = new NetworkStory(cardId);
      const parts = [
        { ...says.capture(9), id: "ipi_small" },
        { ...says.capture(12.5, true), id: captureId },
        { ...says.capture(10), id: "ipi_other" },
      ];
      await applyNetworkNotification({
        issuer: name,
        issuerTransactionId: transactionId,
        issuerCardId,
        details,
        messages: parts,
      });
      const [{ id }] = await sql(
        "SELECT id FROM card_transactions WHERE card_id = $1 ORDER BY id DESC LIMIT 1",
        [cardId],
      );
      for (const amount of [undefined, 9.5, 31.5]) {
        const { status, json } = await clientOf(partner).dispute(id, disputeBody({ amount }));
        expect([status, json.message]).toEqual([400, "DISPUTE_PART_UNCLEAR"]);
        expect(JSON.stringify(json)).toContain("12.50 USD");
      }
      const disputeId = await openedDispute(partner, id, { amount: 12.5 });
      await advanceDisputes();
      const [row] = await sql("SELECT status, failure FROM card_disputes WHERE id = $1", [
        disputeId,
      ]);
      expect(row).toEqual({ status: "submitted", failure: null });
      expect(outside.evidence()).toContain(captureId);
      await sql("UPDATE card_disputes SET due_at = 'infinity' WHERE id = $1", [disputeId]);
    });

  test("two captures of a transaction: each dispute is one at the issuer, which pays it once", async () => {
    await sql("UPDATE card_disputes SET due_at = 'infinity' WHERE due_at IS NOT NULL");
    await clientOf(partner).fund({ serviceCardId: cardId, amount: 25 });
    const first = await outside.purchase(issuerCardId);
    const second = name === "stripe" ? await outside.purchase(issuerCardId) : first;
    const { details } = new NetworkStory(cardId);
    for (const captureId of [
      first.captureId,
      `${second.captureId}${name === "lithic" ? "_2" : ""}`,
    ])
      await applyNetworkNotification({
        issuer: name,
        issuerTransactionId: first.transactionId,
        issuerCardId,
        details,
        messages: [{ ...says.capture(12.5), id: captureId }],
      });
    const rows = await sql(
      "SELECT id FROM card_transactions WHERE card_id = $1 ORDER BY created_at DESC, id DESC LIMIT 2",
      [cardId],
    );
    const { available } = await networkBalancesOf(cardId);
    const disputes: string[] = [];
    for (const { id } of rows.toReversed()) {
      disputes.push(await openedDispute(partner, id));
      await advanceDisputes();
    }
    const look = () =>
      sql(
        "SELECT status, issuer_dispute_id, detail FROM card_disputes WHERE id = ANY ($1) ORDER BY id",
        [disputes],
      );
    const [one, two] = await look();
    expect(one).toMatchObject({ status: "submitted" });
    // The event counts for the dispute that has the issuer's id, not for the newest one of the transaction.
    await applyDisputeReport(
      { issuer: name, id: `event_of_${disputes[0]}`, type: "won", createdAt: new Date() },
      {
        issuerDisputeId: one.issuer_dispute_id,
        issuerTransactionId: name === "stripe" ? first.captureId : first.transactionId,
        amountMicroUsd: 12_500_000n,
        status: "won",
        detail: "won",
      },
    );
    await outside.decide(one.issuer_dispute_id, "won");
    expect((await look())[0].status).toBe("won");
    await skipPauses();
    await advanceDisputes();
    if (name === "stripe") {
      // Each capture has a dispute of its own, and the second one is not decided yet.
      expect((await look()).map(({ status }) => status)).toEqual(["won", "submitted"]);
      expect(two.issuer_dispute_id).not.toBe(one.issuer_dispute_id);
      expect((await networkBalancesOf(cardId)).available).toBe(available + 25);
    } else {
      // Lithic disputes the whole transaction, and the credit of the second dispute goes back.
      expect((await look()).map(({ status }) => status)).toEqual(["won", "failed"]);
      expect(two.detail).toContain(disputes[0]);
      expect((await networkBalancesOf(cardId)).available).toBe(available + 12.5);
    }
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  const skipPauses = () =>
    sql(
      "UPDATE card_disputes SET due_at = now() - interval '1 second' WHERE due_at IS NOT NULL AND issuer = $1",
      [name],
    );

  test("a file reaches the issuer once, also when the first answer to it is lost", async () => {
    await sql("UPDATE card_disputes SET due_at = 'infinity' WHERE due_at IS NOT NULL");
    await clientOf(partner).fund({ serviceCardId: cardId, amount: 12.5 });
    const transactionId = await purchase();
    const bytes = pdf("an invoice");
    const evidenceFileIds = [await addedFile(partner, transactionId, bytes)];
    const id = await openedDispute(partner, transactionId, { evidenceFileIds });
    const lost = { kind: "cut", effect: "done" } as const;
    outside.failNext(lost, { operation: outside.uploadsFile, times: 3 });
    await advanceDisputes();
    const rowOf = async () => (await sql("SELECT * FROM card_disputes WHERE id = $1", [id]))[0];
    expect(await rowOf()).toMatchObject({ status: "pending", attempts: 1 });
    await skipPauses();
    await advanceDisputes();
    const row = await rowOf();
    expect(row).toMatchObject({ status: "submitted", failure: null });
    const files = outside.filesOf(row.issuer_dispute_id).map((each) => Buffer.from(each));
    expect(files).toEqual([bytes]);
  });

  test.each([
    ["won", 100],
    ["lost", 87.5],
  ] as const)(
    "a dispute that is %s leaves the card with the right balance",
    async (outcome, left) => {
      await sql("UPDATE card_disputes SET due_at = 'infinity' WHERE due_at IS NOT NULL");
      await clientOf(partner).fund({ serviceCardId: cardId, amount: 12.5 });
      const { available } = await networkBalancesOf(cardId);
      const id = await openedDispute(
        partner,
        await purchase(),
        disputeBody({
          productDescription: "A bicycle",
          productType: "merchandise",
          expectedOn: "2026-11-01",
        }),
      );
      expect((await networkBalancesOf(cardId)).available).toBe(available);
      await advanceDisputes();
      const [row] = await sql("SELECT * FROM card_disputes WHERE id = $1", [id]);
      expect(row).toMatchObject({ status: "submitted", failure: null });
      expect(outside.evidence()).toContain("The parcel never came.");
      expect(outside.evidence()).toContain("A bicycle");
      await outside.decide(row.issuer_dispute_id, outcome);
      await skipPauses();
      await advanceDisputes();
      expect((await clientOf(partner).getDispute(id)).json.data.status).toBe(outcome);
      const { available: after } = await networkBalancesOf(cardId);
      expect(after - available).toBe(left - 100);
      expect(await bookFaults(partner.partnerId)).toEqual([]);
    },
  );
});

afterAll(endTests);

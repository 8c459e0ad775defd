import { randomUUID } from "node:crypto";
import type { IssuerFeed } from "@/lib/cards/inbound/feed/port";
import type { IssuedPosting } from "@/lib/cards/inbound/issued-posting";
import type { InboundIssuer } from "@/lib/cards/inbound/port";
import type { DisputeEvidence } from "@/lib/cards/issuer/disputes/port";
import type { CardIssuer } from "@/lib/cards/issuer/port";
import { eventually } from "./eventually.ts";
import { expectEqual } from "./expect-equal.ts";
import { NotPossible, type Step } from "./run-steps.ts";

/** The actions of a merchant in an issuer's test mode. Amounts are cents. */
export interface IssuerTestMode {
  readonly feed: IssuerFeed;
  readonly inbound: InboundIssuer;
  /** Asks for an amount. Returns the issuer's id of the authorization, and why it was declined. */
  authorize(issuerCardId: string, cents: number): Promise<{ id: string; declined?: string }>;
  /** Collects an approved authorization. */
  capture(authorizationId: string, cents: number): Promise<void>;
  /** Collects without an authorization, where the test mode can do that. */
  collect?(issuerCardId: string, cents: number): Promise<void>;
  /** Returns money without a purchase. */
  refund(issuerCardId: string, cents: number): Promise<void>;
  /** The issuer's id of the posting that can be disputed. */
  disputedId(captureId: string, authorizationId: string): string;
  /** Gives a dispute up, where the issuer can do that. */
  withdraw?(disputeId: string): Promise<void>;
}

const PURCHASE_CENTS = 1_000;
const REFUND_CENTS = 400;
const CENT_MICRO_USD = 10_000n;

/** How far the issuer's clock can be behind ours. */
const CLOCK_DIFFERENCE_MS = 60_000;

/** A white PNG of one pixel. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==";

const EVIDENCE: DisputeEvidence = {
  reason: "fraudulent",
  explanation: "A test of the connection.",
};

/** The ids of one check at the network. */
interface Visit {
  since: Date;
  cardId: () => string;
  authorization?: { id: string; declined?: string };
  capture?: IssuedPosting;
  disputeId?: string;
}

async function postingsOf({ feed }: IssuerTestMode, { since, cardId }: Visit) {
  const all: IssuedPosting[] = [];
  for await (const { postings, unreadable } of feed.listPostings(since)) {
    const failed = unreadable.find(({ issuerCardId }) => issuerCardId === cardId());
    if (failed) throw new Error(`the posting ${failed.id} cannot be read: ${failed.failure}`);
    all.push(...postings.filter(({ issuerCardId }) => issuerCardId === cardId()));
  }
  return all;
}

/** Finds a posting of the card, and checks its amount. */
async function findPosting(
  testMode: IssuerTestMode,
  visit: Visit,
  kind: IssuedPosting["kind"],
  cents: number,
): Promise<IssuedPosting> {
  const posting = await eventually(`the ${kind}`, async () =>
    (await postingsOf(testMode, visit)).find((each) => each.kind === kind),
  );
  expectEqual(posting.amountMicroUsd, BigInt(cents) * CENT_MICRO_USD, `the amount of the ${kind}`);
  return posting;
}

/** The types of the listed events that the service reads from and that are about the card. */
async function eventTypesOf({ feed, inbound }: IssuerTestMode, { since, cardId }: Visit) {
  const types: string[] = [];
  for await (const events of feed.listEvents(since))
    for (const event of events) {
      if (inbound.subjectOf(event).issuerCardId !== cardId()) continue;
      if (inbound.effectOf(event).kind === "network") types.push(event.type);
    }
  return types;
}

function purchaseSteps(testMode: IssuerTestMode, visit: Visit): Step[] {
  const { cardId } = visit;
  return [
    {
      name: "decides a test purchase",
      run: async () => {
        visit.authorization = await testMode.authorize(cardId(), PURCHASE_CENTS);
        const { declined } = visit.authorization;
        return declined === undefined ? "approved" : `declined: ${declined}`;
      },
    },
    {
      name: "collects the purchase, and lists the posting",
      run: async () => {
        const { id = "", declined } = visit.authorization ?? {};
        if (declined === undefined) await testMode.capture(id, PURCHASE_CENTS);
        else if (testMode.collect) await testMode.collect(cardId(), PURCHASE_CENTS);
        else throw new NotPossible("the purchase was declined");
        visit.capture = await findPosting(testMode, visit, "capture", PURCHASE_CENTS);
        return declined === undefined ? "" : "without an authorization";
      },
    },
    {
      name: "refunds an amount, and lists the posting",
      run: async () => {
        await testMode.refund(cardId(), REFUND_CENTS);
        await findPosting(testMode, visit, "refund", REFUND_CENTS);
      },
    },
    {
      name: "lists the events of these postings",
      run: async () => {
        const types = await eventually("an event of the card", async () => {
          const found = await eventTypesOf(testMode, visit);
          return found.length >= (visit.capture ? 2 : 1) ? found : undefined;
        });
        return [...new Set(types)].join(", ");
      },
    },
  ];
}

function disputeSteps({ disputes }: CardIssuer, testMode: IssuerTestMode, visit: Visit): Step[] {
  const disputeId = (): string => {
    if (visit.disputeId === undefined) throw new NotPossible("nothing was collected");
    return visit.disputeId;
  };
  return [
    {
      name: "opens a dispute, and no second one",
      run: async () => {
        if (!visit.capture) throw new NotPossible("nothing was collected");
        const request = {
          issuerTransactionId: testMode.disputedId(visit.capture.id, visit.authorization?.id ?? ""),
          amountMicroUsd: visit.capture.amountMicroUsd,
          evidence: EVIDENCE,
          filedAt: new Date(),
        };
        const { issuerDisputeId, status } = await disputes.openDispute(request);
        visit.disputeId = issuerDisputeId;
        expectEqual(status, "open", "the status");
        const again = await disputes.openDispute(request);
        expectEqual(again.issuerDisputeId, issuerDisputeId, "the dispute");
      },
    },
    {
      name: "changes its evidence, and takes a file",
      run: async () => {
        const evidence = { ...EVIDENCE, explanation: "A test of the connection, changed." };
        await disputes.changeEvidence(disputeId(), evidence);
        await disputes.attachFile(disputeId(), evidence, {
          id: randomUUID(),
          name: "test.png",
          mediaType: "image/png",
          bytes: Uint8Array.from(Buffer.from(PIXEL, "base64")),
        });
      },
    },
    {
      name: "submits the dispute, and finds it so",
      run: async () => {
        await disputes.submitDispute(disputeId());
        const { status, detail } = await disputes.findDispute(disputeId());
        if (status !== "open" && status !== "submitted") throw new Error(`the status is ${status}`);
        return detail;
      },
    },
    {
      name: "withdraws the dispute",
      isCleanup: true,
      run: async () => {
        if (!testMode.withdraw) throw new NotPossible("the issuer has no operation for that");
        await testMode.withdraw(disputeId());
        expectEqual((await disputes.findDispute(disputeId())).status, "withdrawn", "the status");
      },
    },
  ];
}

/** A purchase, a refund and a dispute on the card of a check, by the issuer's own test mode. */
export function networkSteps(
  issuer: CardIssuer,
  testMode: IssuerTestMode,
  cardId: () => string,
): Step[] {
  const visit: Visit = { since: new Date(Date.now() - CLOCK_DIFFERENCE_MS), cardId };
  return [...purchaseSteps(testMode, visit), ...disputeSteps(issuer, testMode, visit)];
}

import "@/test/database";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openAlert } from "@/lib/alerts/open-alert";
import { HOUR_MS } from "@/lib/kernel/durations";
import { attachStripe } from "@/test/fixtures/attach-issuer";
import { bookFaults } from "@/test/fixtures/books";
import { eventsApplied, makeIssuedCard } from "@/test/fixtures/issuer-outside";
import { issuerIdOf, serveIssuerRoutes, setEnv } from "@/test/fixtures/issuer-routes";
import { later } from "@/test/fixtures/later";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { makeOperator } from "@/test/fixtures/people";
import { postAs, postingsIn, type TestPostings } from "@/test/fixtures/postings";
import type { HttpServer } from "@/test/http/http-server";
import type { StripeStandIn } from "@/test/providers/stripe";
import { reconcilePostings } from "./reconcile-postings";

let server: HttpServer;
let stripe: StripeStandIn;
let partner: TestPartner;
let serviceCardId: string;
let missingId: string;
let first: TestPostings;
let second: TestPostings;

beforeAll(async () => {
  server = await serveIssuerRoutes();
  stripe = await attachStripe(
    (route) => `http://127.0.0.1:${server.port}/api/issuers/stripe/${route}`,
  );
  setEnv({ CARD_ISSUER: "stripe" });
  partner = await makePartner();
  first = postingsIn(await makeOperator());
  second = postingsIn(await makeOperator());
});
afterAll(async () => {
  expect(await bookFaults(partner.partnerId)).toEqual([]);
  await server.stop();
  await stripe.stop();
  await endTests();
});

/** A card with a capture of 12.34 whose event never came. */
beforeEach(async () => {
  stripe.state.transactions.clear();
  serviceCardId = await makeIssuedCard(partner);
  stripe.events.holdEvents();
  missingId = (await stripe.network.forceCapture(await issuerIdOf(serviceCardId), 1_234)).id;
  expect(await differences()).toEqual([`${missingId}: capture of 12.34 USD is not posted here`]);
});

/** What an alert says about the capture of this test. */
const differences = () =>
  later(2 * HOUR_MS, async () => {
    await reconcilePostings();
    const alerts = await sql(
      "SELECT text FROM alerts WHERE kind = 'issuer_difference' AND closed_at IS NULL",
    );
    return alerts
      .flatMap(({ text }) => text.replace(/\.$/, "").split("; "))
      .filter((text) => text.startsWith(missingId));
  });

const correct = (fields: object) =>
  postAs(first, second, {
    kind: "correction",
    partnerId: partner.partnerId,
    against: "adjustments",
    direction: "debit",
    amount: 12.34,
    reference: missingId,
    ...fields,
  });

test("a capture that administrators posted to the card is no difference any more", async () => {
  await correct({ serviceCardId });
  expect(await differences()).toEqual([]);
});

test("nor is one that they posted to the wallet, in two parts", async () => {
  await correct({ amount: 10 });
  expect(await differences()).toHaveLength(1);
  await correct({ amount: 2.34 });
  expect(await differences()).toEqual([]);
});

test("a capture whose event is applied after the correction is named until the correction is taken back", async () => {
  await correct({ serviceCardId });
  await stripe.events.releaseEvents();
  await eventsApplied();
  const twice = `${missingId}: capture of 12.34 USD is posted here and was corrected by hand too`;
  expect(await differences()).toEqual([twice]);
  await correct({ serviceCardId, direction: "credit" });
  expect(await differences()).toEqual([]);
});

test("another correction of a posted capture is no difference", async () => {
  await stripe.events.releaseEvents();
  await eventsApplied();
  await correct({ serviceCardId, direction: "credit" });
  expect(await differences()).toEqual([]);
});

test.each([
  ["another amount", () => ({ serviceCardId, amount: 12.33 })],
  ["the other direction", () => ({ serviceCardId, direction: "credit" })],
  ["another reference", () => ({ serviceCardId, reference: "ticket 4711" })],
  ["another card", async () => ({ serviceCardId: await makeIssuedCard(partner) })],
  ["another partner", async () => ({ partnerId: (await makePartner()).partnerId })],
])("a correction with %s leaves the difference", async (_, fields) => {
  await correct(await fields());
  expect(await differences()).toHaveLength(1);
});

test.each([
  ["card", async () => ({ serviceCardId: await makeIssuedCard(partner) })],
  ["wallet of another partner", async () => ({ partnerId: (await makePartner()).partnerId })],
])(
  "a capture that was linked to the authorization of another card is no difference after a correction of that %s",
  async (_, fields) => {
    await openAlert({
      kind: "transaction_of_other_card",
      subject: `stripe:${missingId}`,
      text: "Nothing was posted.",
    });
    await correct(await fields());
    expect(await differences()).toEqual([]);
  },
);

test("a correction that is only requested leaves the difference", async () => {
  const requested = await first.request({
    ...{ kind: "correction", partnerId: partner.partnerId, serviceCardId, amount: 12.34 },
    ...{ against: "adjustments", direction: "debit", reference: missingId },
  });
  expect(requested.status).toBe(201);
  expect(await differences()).toHaveLength(1);
});

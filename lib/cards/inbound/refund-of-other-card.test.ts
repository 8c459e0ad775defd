import "@/test/database";
import { expect, test } from "vitest";
import { HOUR_MS } from "@/lib/kernel/durations";
import { bookFaults } from "@/test/fixtures/books";
import { eventsApplied } from "@/test/fixtures/issuer-outside";
import { centsOf, issuerIdOf } from "@/test/fixtures/issuer-routes";
import { later } from "@/test/fixtures/later";
import { makeCard, sql } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { stripeEvent, stripeTransaction } from "@/test/fixtures/stripe-messages";
import { openAlertsOf, serveStripeRoutes } from "@/test/fixtures/stripe-route";
import { applyDueEvents } from "./apply-due-events";
import { reconcilePostings } from "./reconcile/reconcile-postings";

const { running, send } = serveStripeRoutes();

/** A purchase of the test's card for 30.00, and another card of the same partner. */
async function purchaseAndOtherCard() {
  const { network } = running.stripe;
  const { authorization } = await network.authorize(running.issuerCardId, { amount: 3_000 });
  await network.capture(authorization.id, { amount: 3_000 });
  const otherId = await makeCard(running.partner, { amountUsd: 50 });
  const issuerCardId = await issuerIdOf(otherId);
  return { authorizationId: authorization.id, otherId, issuerCardId };
}

test("a refund that is linked to a purchase of another card reaches the card that it names, once, with an alert", async () => {
  const { network } = running.stripe;
  const { authorizationId, otherId, issuerCardId } = await purchaseAndOtherCard();
  const refund = await network.refund(issuerCardId, 1_200, authorizationId);
  // Stripe reports it again, in an event with another id.
  await send(stripeEvent("issuing_transaction.created", refund), { route: "events" });
  await eventsApplied();
  expect(await centsOf(otherId)).toEqual({ available: 6_200, held: 0 });
  expect(await centsOf(running.cardId)).toEqual({ available: 7_000, held: 0 });
  expect(await openAlertsOf("refund_of_other_card")).toEqual([
    {
      subject: refund.id,
      text: `stripe linked the refund ${refund.id} of card ${otherId} to the authorization ${authorizationId} of card ${running.cardId}. It was posted to card ${otherId} without an authorization.`,
    },
  ]);
  expect(await openAlertsOf("issuer_event_failed")).toEqual([]);
  expect(await later(2 * HOUR_MS, reconcilePostings)).toMatchObject({ differences: 0 });
  expect(await bookFaults(running.partner.partnerId)).toEqual([]);
});

test("its reversal takes the money from the same card", async () => {
  const { authorizationId, otherId, issuerCardId } = await purchaseAndOtherCard();
  await running.stripe.network.refund(issuerCardId, 1_200, authorizationId);
  const reversal = stripeTransaction(issuerCardId, -1_200, {
    type: "refund",
    authorization: authorizationId,
  });
  await send(stripeEvent("issuing_transaction.created", reversal), { route: "events" });
  await eventsApplied();
  expect(await centsOf(otherId)).toEqual({ available: 5_000, held: 0 });
  expect(await centsOf(running.cardId)).toEqual({ available: 7_000, held: 0 });
});

test("the authorization that lists it does not return the money to the card of the purchase", async () => {
  const { events, network, state } = running.stripe;
  const { authorizationId, otherId, issuerCardId } = await purchaseAndOtherCard();
  await eventsApplied();
  events.holdEvents();
  const refund = await network.refund(issuerCardId, 1_200, authorizationId);
  const held = state.authorizations.get(authorizationId);
  const listing = { ...held, transactions: [...(held?.transactions ?? []), refund] };
  await send(stripeEvent("issuing_authorization.updated", listing), { route: "events" });
  await eventsApplied();
  expect(await centsOf(running.cardId)).toEqual({ available: 7_000, held: 0 });
  await events.releaseEvents();
  await eventsApplied();
  expect(await centsOf(otherId)).toEqual({ available: 6_200, held: 0 });
  expect(await centsOf(running.cardId)).toEqual({ available: 7_000, held: 0 });
});

test("a capture that is linked so is not posted: nobody knows which card the merchant means", async () => {
  const { authorizationId, otherId, issuerCardId } = await purchaseAndOtherCard();
  const capture = stripeTransaction(issuerCardId, -500, { authorization: authorizationId });
  await send(stripeEvent("issuing_transaction.created", capture), { route: "events" });
  await eventsApplied();
  expect(await centsOf(otherId)).toEqual({ available: 5_000, held: 0 });
  const rows = await sql("SELECT outcome FROM issuer_events WHERE content::text LIKE $1", [
    `%${capture.id}%`,
  ]);
  expect(rows).toEqual([{ outcome: "failed" }]);
  expect(await openAlertsOf("transaction_of_other_card")).toEqual([
    {
      subject: `stripe:${capture.id}`,
      text: `stripe linked capture ${capture.id} of 5.00 USD, which is about card ${otherId}, to the authorization ${authorizationId} of card ${running.cardId}. Nothing was posted.`,
    },
  ]);
  // It is tried again for a month: a closed alert must not come back with every attempt.
  const { personId } = await makePerson({ role: "admin" });
  await sql(
    "UPDATE alerts SET closed_at = now(), closed_by = $1, close_reason = 'Posted' WHERE kind = 'transaction_of_other_card'",
    [personId],
  );
  await later(2 * HOUR_MS, applyDueEvents);
  expect(await openAlertsOf("transaction_of_other_card")).toEqual([]);
  expect(await openAlertsOf("issuer_event_failed")).toEqual([]);
});

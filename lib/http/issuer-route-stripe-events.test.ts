import "@/test/database";
import type Stripe from "stripe";
import { expect, test } from "vitest";
import { applyDueEvents } from "@/lib/cards/inbound/apply-due-events";
import { catchUpEvents } from "@/lib/cards/inbound/catch-up";
import { purgeIssuerEvents } from "@/lib/cards/inbound/purge-events";
import { reconcilePostings } from "@/lib/cards/inbound/reconcile/reconcile-postings";
import { shiftClock } from "@/lib/kernel/clock";
import { eventsApplied } from "@/test/fixtures/issuer-outside";
import { centsOf } from "@/test/fixtures/issuer-routes";
import { sql } from "@/test/fixtures/make";
import { networkFactsOf } from "@/test/fixtures/network-facts";
import {
  requestHistory,
  stripeAuthorization,
  stripeEvent,
  stripeRequest,
  stripeTransaction,
} from "@/test/fixtures/stripe-messages";
import { openAlertsOf, serveStripeRoutes } from "@/test/fixtures/stripe-route";

/** The events of Stripe alone. What every issuer's must do: test/providers/inbound-contract.ts. */
const { running, send } = serveStripeRoutes();

const storedEvents = () => sql("SELECT * FROM issuer_events ORDER BY received_at, id");

test("facts that Stripe reports after our decision are shown, whichever event brings them", async () => {
  const { network, events } = running.stripe;
  const shown = () => networkFactsOf(running.partner, running.cardId);
  events.holdEvents();
  const { authorization } = await network.authorize(running.issuerCardId, { amount: 3_000 });
  const reference = authorization.network_data?.transaction_id;
  expect(await shown()).toMatchObject({ networkReference: reference, entryMode: "online" });
  expect(await shown()).not.toHaveProperty("authorizationCode");
  await events.releaseEvents();
  await eventsApplied();
  expect(await shown()).toMatchObject({ authorizationCode: "001234", networkReference: reference });
  // What is known stays, and what a refund says is about the refund.
  await network.capture(authorization.id, { amount: 3_000 });
  await network.refund(running.issuerCardId, 500, authorization.id);
  const other = stripeTransaction(running.issuerCardId, -100, { authorization: authorization.id });
  const network_data = { ...other.network_data, authorization_code: "999999" };
  running.stripe.state.transactions.set(other.id, { ...other, network_data } as typeof other);
  const event = stripeEvent("issuing_transaction.created", { ...other, network_data });
  expect((await send(event, { route: "events" })).status).toBe(200);
  await eventsApplied();
  expect(await shown()).toMatchObject({ authorizationCode: "001234", networkReference: reference });
});

test("an authorization that Stripe declines after our approval is released", async () => {
  // Our approval did not reach Stripe in time.
  const object = stripeAuthorization(running.issuerCardId, {
    approved: false,
    status: "closed",
    request_history: [requestHistory({ approved: false, reason: "webhook_error" })],
  });
  const request = { ...stripeRequest(running.issuerCardId, 1_000), id: object.id };
  await send(stripeEvent("issuing_authorization.request", request));
  expect(await centsOf(running.cardId)).toEqual({ available: 9_000, held: 1_000 });
  await send(stripeEvent("issuing_authorization.created", object), { route: "events" });
  await eventsApplied();
  expect(await centsOf(running.cardId)).toEqual({ available: 10_000, held: 0 });
});

test("two updates within one second, the later one first, leave what Stripe has", async () => {
  const { network, events } = running.stripe;
  const { authorization } = await network.authorize(running.issuerCardId, { amount: 3_000 });
  events.holdEvents();
  await network.reverse(authorization.id, 1_000);
  await network.reverse(authorization.id, 500);
  const createdS = Math.floor(Date.now() / 1_000) + 1;
  const reversed: Stripe.Event[] = [];
  await events.releaseEvents((held) => {
    reversed.push(...held.map((event) => ({ ...event, created: createdS })).toReversed());
    return [];
  });
  running.stripe.failNext({ kind: "refuse", status: 500 }, { times: 3 });
  // One after the other: the second one is compared with what the first one left.
  for (const event of reversed) {
    await events.deliver(event);
    await eventsApplied();
  }
  // Stripe did not answer, so the event is tried again.
  shiftClock(6_000);
  expect(await applyDueEvents()).toMatchObject({ applied: 1 });
  expect(await centsOf(running.cardId)).toEqual({ available: 8_500, held: 1_500 });
  expect(running.stripe.state.authorizations.get(authorization.id)?.amount).toBe(1_500);
});

test("an event is stored once, without the cardholder's data, and answered at once", async () => {
  const object = stripeAuthorization(running.issuerCardId);
  const event = stripeEvent("issuing_authorization.created", object);
  for (let time = 0; time < 2; time++)
    expect(await send(event, { route: "events" })).toMatchObject({ status: 200 });
  await eventsApplied();
  const stored = (await storedEvents()).filter(({ id }) => id === event.id);
  expect(stored).toMatchObject([{ outcome: "applied", attempts: 1, due_at: null }]);
  expect(JSON.stringify(stored)).not.toMatch(/Secret|Hidden|\+234/);
});

/** Characters that PostgreSQL cannot store, and what is left of them. */
const UNSTORABLE = "A\u0000B\ud800";
const STORABLE = "AB\ufffd";

test("an event with characters that the database cannot store is stored without them", async () => {
  const object = stripeAuthorization(running.issuerCardId, { amount: 1_200 });
  const merchant_data = { ...object.merchant_data, name: UNSTORABLE };
  const event = stripeEvent("issuing_authorization.created", { ...object, merchant_data });
  expect(await send(event, { route: "events" })).toMatchObject({ status: 200 });
  // One that this version cannot read is kept as it is, with its names.
  const unknown = { id: "ich_2", [UNSTORABLE]: [UNSTORABLE] };
  const unread = stripeEvent("issuing_cardholder.updated", unknown);
  expect(await send(unread, { route: "events" })).toMatchObject({ status: 200 });
  await eventsApplied();
  const stored = new Map((await storedEvents()).map((row) => [row.id, row]));
  expect(stored.get(event.id)).toMatchObject({
    outcome: "applied",
    content: { merchant_data: { name: STORABLE } },
  });
  expect(stored.get(unread.id)?.content).toEqual({ id: "ich_2", [STORABLE]: [STORABLE] });
  expect(await centsOf(running.cardId)).toEqual({ available: 8_800, held: 1_200 });
});

test("one listed event that the database refuses is reported and does not hold up the others", async () => {
  const { state } = running.stripe;
  const capture = (cents: number) => {
    const posted = stripeTransaction(running.issuerCardId, -cents);
    state.transactions.set(posted.id, posted);
    return stripeEvent("issuing_transaction.created", posted);
  };
  const unstored = stripeTransaction(running.issuerCardId, -100);
  const refused = {
    ...stripeEvent("issuing_transaction.created", unstored),
    id: "evt_A\u0000B",
  };
  for (const event of [capture(200), refused, capture(300)]) state.events.set(event.id, event);
  const [before] = await sql(
    "SELECT listed_until FROM issuer_event_cursors WHERE issuer = 'stripe'",
  );
  expect(await catchUpEvents()).toMatchObject({ missed: 2 });
  const [after] = await sql(
    "SELECT listed_until FROM issuer_event_cursors WHERE issuer = 'stripe'",
  );
  expect(after.listed_until).not.toEqual(before?.listed_until);
  expect(await centsOf(running.cardId)).toEqual({ available: 9_500, held: 0 });
  const [alert] = await openAlertsOf("issuer_message_unreadable");
  expect(alert).toMatchObject({ subject: "stripe:evt_AB" });
  expect(alert.text).toContain("issuing_transaction.created (evt_AB)");
  state.events.delete(refused.id);
});

test("a list of events that cannot be stored at all is read again", async () => {
  const event = stripeEvent("issuing_transaction.created", stripeTransaction("ic_other", -100));
  running.stripe.state.events.set(event.id, event);
  const listed = await sql("SELECT * FROM issuer_event_cursors");
  await sql("ALTER TABLE issuer_events RENAME TO issuer_events_away");
  try {
    await expect(catchUpEvents()).rejects.toMatchObject({ code: "42P01" });
  } finally {
    await sql("ALTER TABLE issuer_events_away RENAME TO issuer_events");
    running.stripe.state.events.delete(event.id);
  }
  expect(await sql("SELECT * FROM issuer_event_cursors")).toEqual(listed);
});

test("an event without an id is refused, and one of another type is stored without content", async () => {
  expect((await send({ type: "x" }, { route: "events" })).status).toBe(400);
  const event = stripeEvent("charge.succeeded", { id: "ch_1", billing_details: {} });
  expect((await send(event, { route: "events" })).status).toBe(200);
  await eventsApplied();
  const stored = (await storedEvents()).filter(({ id }) => id === event.id);
  expect(stored).toMatchObject([{ outcome: "ignored", content: null }]);
});

test("a process that dies after storing an event leaves it to the job", async () => {
  const content = stripeTransaction(running.issuerCardId, -700);
  running.stripe.state.transactions.set(content.id, content);
  await sql(
    `INSERT INTO issuer_events (issuer, id, type, content, issued_at, received_at, outcome, attempts, due_at)
     VALUES ('stripe', 'evt_crashed', 'issuing_transaction.created', $1, now(), now(), 'pending', 1, now())`,
    [JSON.stringify(content)],
  );
  const runs = await Promise.all([applyDueEvents(), applyDueEvents()]);
  expect(runs.reduce((sum, { applied: count }) => sum + count, 0)).toBe(1);
  expect(await centsOf(running.cardId)).toEqual({ available: 9_300, held: 0 });
});

test("Stripe's decline for want of money in its Issuing balance is reported to operators", async () => {
  const history = [requestHistory({ approved: false, reason: "insufficient_funds" })];
  const fields = {
    approved: false,
    amount: 0,
    status: "closed" as const,
    request_history: history,
  };
  const declined = stripeAuthorization(running.issuerCardId, fields);
  await send(stripeEvent("issuing_authorization.created", declined), { route: "events" });
  await eventsApplied();
  expect(await openAlertsOf("issuer_balance_low")).toMatchObject([{ subject: "stripe" }]);
});

test("a blocked cardholder is reported until the missing data is there", async () => {
  const holder = (past_due: string[]) => ({
    id: "ich_1",
    requirements: { disabled_reason: null, past_due },
  });
  const update = (past_due: string[]) =>
    send(stripeEvent("issuing_cardholder.updated", holder(past_due)), { route: "events" });
  await update(["individual.dob.day"]);
  await eventsApplied();
  expect(await openAlertsOf("issuer_cardholder")).toMatchObject([{ subject: "ich_1" }]);
  await update([]);
  await eventsApplied();
  expect(await openAlertsOf("issuer_cardholder")).toEqual([]);
});

test("the alert about a blocked cardholder closes when the cardholder is ended", async () => {
  const holder = (status: string) => ({
    id: "ich_ended",
    status,
    requirements: { disabled_reason: null, past_due: ["individual.dob.day"] },
  });
  for (const [status, alerts] of [
    ["active", [{ subject: "ich_ended" }]],
    ["inactive", []],
  ] as const) {
    await send(stripeEvent("issuing_cardholder.updated", holder(status)), { route: "events" });
    await eventsApplied();
    expect(await openAlertsOf("issuer_cardholder")).toMatchObject(alerts);
  }
});

test("the reconciliation finds postings that are missing here and there, and closes its alert", async () => {
  const hour = 3_600_000;
  expect(await reconcilePostings()).toMatchObject({ differences: 0 });
  const { url } = running.stripe.endpoints.events;
  running.stripe.endpoints.events.url = undefined;
  const missing = await running.stripe.network.forceCapture(running.issuerCardId, 1_234);
  running.stripe.endpoints.events.url = url;
  // Nobody at Stripe knows of this one.
  const extra = stripeTransaction(running.issuerCardId, -500);
  await send(stripeEvent("issuing_transaction.created", extra), { route: "events" });
  await eventsApplied();
  shiftClock(2 * hour);
  expect(await reconcilePostings()).toMatchObject({ differences: 2 });
  const [alert] = await openAlertsOf("issuer_difference");
  expect(alert.subject).toBe("stripe");
  expect(alert.text).toContain(`${missing.id}: capture of 12.34 USD is not posted here`);
  expect(alert.text).toContain(`${extra.id}: capture of 5.00 USD is not at the issuer`);
  const [check] = await sql("SELECT is_sound, result FROM checks WHERE kind = 'card_postings'");
  expect(check).toMatchObject({ is_sound: false, result: { issuer: "stripe", differences: 2 } });
  await catchUpEvents();
  running.stripe.state.transactions.set(extra.id, extra);
  expect(await reconcilePostings()).toMatchObject({ differences: 0 });
  expect(await openAlertsOf("issuer_difference")).toEqual([]);
  shiftClock(-2 * hour);
});

test("old events are deleted, those that are still tried stay", async () => {
  const unknown = stripeEvent("issuing_transaction.created", stripeTransaction("ic_other", -100));
  await send(unknown, { route: "events" });
  await eventsApplied();
  await sql("UPDATE issuer_events SET received_at = received_at - interval '31 days'");
  const [{ open }] = await sql(
    "SELECT count(*)::int AS open FROM issuer_events WHERE due_at IS NOT NULL",
  );
  expect(open).toBeGreaterThan(0);
  expect((await purgeIssuerEvents()).issuerEvents).toBeGreaterThan(0);
  expect(await storedEvents()).toHaveLength(open);
});

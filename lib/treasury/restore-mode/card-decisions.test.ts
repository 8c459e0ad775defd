import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catchUpEvents } from "@/lib/cards/inbound/catch-up";
import { authorizeNetworkRequest } from "@/lib/cards/network/authorize-request";
import { backUp, forgetProcess, restoreBackup } from "@/test/database/copy";
import { attachStripe } from "@/test/fixtures/attach-issuer";
import { bookFaults, eventsOf } from "@/test/fixtures/books";
import { eventsApplied, makeIssuedCard } from "@/test/fixtures/issuer-outside";
import { centsOf, issuerIdOf, serveIssuerRoutes, setEnv } from "@/test/fixtures/issuer-routes";
import { endTests, makeCard, makePartner, type TestPartner } from "@/test/fixtures/make";
import { NetworkStory, says } from "@/test/fixtures/network";
import { makePerson } from "@/test/fixtures/people";
import type { HttpServer } from "@/test/http/http-server";
import type { StripeStandIn } from "@/test/providers/stripe";
import { beginRestore } from "./begin-restore";

/** A card of an outside issuer spends 60 of 100 USD, and then the database goes back to before that. */
let server: HttpServer;
let stripe: StripeStandIn;
let partner: TestPartner;
let cardId: string;
let issuerCardId: string;
let sandboxCardId: string;
let personId: string;

const authorize = async (amount: number) =>
  (await stripe.network.authorize(issuerCardId, { amount })).decision;

beforeAll(async () => {
  server = await serveIssuerRoutes();
  partner = await makePartner();
  sandboxCardId = await makeCard(partner, { amountUsd: 100 });
  stripe = await attachStripe(
    (route) => `http://127.0.0.1:${server.port}/api/issuers/stripe/${route}`,
  );
  cardId = await makeIssuedCard(partner);
  issuerCardId = await issuerIdOf(cardId);
  ({ personId } = await makePerson());
  await catchUpEvents();
  await backUp();
  expect(await authorize(6_000)).toMatchObject({ approved: true });
  await eventsApplied();
  expect(await centsOf(cardId)).toEqual({ available: 4_000, held: 6_000 });
  await restoreBackup();
  forgetProcess();
  await beginRestore(personId);
});
afterAll(async () => {
  setEnv({ CARD_ISSUER: "sandbox" });
  expect(await bookFaults(partner.partnerId)).toEqual([]);
  await Promise.all([server.stop(), stripe.stop()]);
  await endTests();
});

describe("in restore mode, a card of an outside issuer", () => {
  test("declines what its restored balance could pay, and says why", async () => {
    expect(await centsOf(cardId)).toEqual({ available: 10_000, held: 0 });
    expect(await authorize(5_000)).toMatchObject({ approved: false });
    const [event] = (await eventsOf(partner.partnerId, "card.transaction-event")).slice(-1);
    expect(event?.data).toMatchObject({
      ...{ serviceCardId: cardId, amount: 50, status: "declined" },
      declinedReason: "balance not confirmed",
    });
  });

  test("decides by what it has spent as soon as the issuer's events of the lost time were read", async () => {
    await catchUpEvents();
    await eventsApplied();
    expect(await centsOf(cardId)).toEqual({ available: 4_000, held: 6_000 });
    expect(await authorize(5_000)).toMatchObject({ approved: false });
    const [event] = (await eventsOf(partner.partnerId, "card.transaction-event")).slice(-1);
    expect(event?.data).toMatchObject({ declinedReason: "insufficient funds" });
    expect(await authorize(3_000)).toMatchObject({ approved: true });
    await eventsApplied();
    expect(await centsOf(cardId)).toEqual({ available: 1_000, held: 9_000 });
  });
});

test("in restore mode, a card of the sandbox is decided as always: nobody else has what it spent", async () => {
  const notification = new NetworkStory(sandboxCardId).says(says.authorization(40));
  expect(await authorizeNetworkRequest({ notification })).toMatchObject({ approved: true });
});

test("in a copy of a time in restore mode, a card of an outside issuer declines again until the events were read", async () => {
  await catchUpEvents();
  await backUp();
  expect(await authorize(500)).toMatchObject({ approved: true });
  await eventsApplied();
  await restoreBackup();
  forgetProcess();
  await beginRestore(personId);
  expect(await authorize(600)).toMatchObject({ approved: false });
  await catchUpEvents();
  await eventsApplied();
  expect(await centsOf(cardId)).toEqual({ available: 500, held: 9_500 });
});

import "@/test/database";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "@/lib/kernel/durations";
import { attachStripe } from "@/test/fixtures/attach-issuer";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { makeIssuedCard } from "@/test/fixtures/issuer-outside";
import { centsOf, issuerIdOf, serveIssuerRoutes, setEnv } from "@/test/fixtures/issuer-routes";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import type { HttpServer } from "@/test/http/http-server";
import type { StripeStandIn } from "@/test/providers/stripe";
import { catchUpEvents } from "./catch-up";

let server: HttpServer;
let stripe: StripeStandIn;
let cardId: string;

beforeAll(async () => {
  server = await serveIssuerRoutes();
  stripe = await attachStripe(
    (route) => `http://127.0.0.1:${server.port}/api/issuers/stripe/${route}`,
  );
  setEnv({ CARD_ISSUER: "stripe" });
});
beforeEach(async () => {
  cardId = await makeIssuedCard(await makePartner());
  await catchUpEvents();
});
afterAll(async () => {
  await server.stop();
  await stripe.stop();
  await endTests();
});

/** A capture of 12.34 of the card whose event no webhook brings. */
async function captureWithoutWebhook(): Promise<void> {
  stripe.events.holdEvents();
  await stripe.network.forceCapture(await issuerIdOf(cardId), 1_234);
}

test("a run of a process whose clock was ahead keeps no later run from finding missed events", async () => {
  await withClockAhead(DAY_MS, catchUpEvents);
  await captureWithoutWebhook();
  expect(await catchUpEvents()).toMatchObject({ missed: 1 });
  expect(await centsOf(cardId)).toEqual({ available: 8_766, held: 0 });
});

test("a list that was read up to a time in the future is read again as far as the issuer has it", async () => {
  await captureWithoutWebhook();
  await sql("UPDATE issuer_event_cursors SET listed_until = now() + interval '1 day'");
  expect(await catchUpEvents()).toMatchObject({ missed: 1 });
  const [cursor] = await sql(
    "SELECT listed_until <= now() AS is_right FROM issuer_event_cursors WHERE issuer = 'stripe'",
  );
  expect(cursor.is_right).toBe(true);
});

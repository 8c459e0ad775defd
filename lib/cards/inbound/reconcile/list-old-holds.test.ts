import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "@/lib/kernel/durations";
import { attachStripe } from "@/test/fixtures/attach-issuer";
import { eventsApplied, makeIssuedCard } from "@/test/fixtures/issuer-outside";
import { issuerIdOf, serveIssuerRoutes, setEnv } from "@/test/fixtures/issuer-routes";
import { endTests, makePartner } from "@/test/fixtures/make";
import type { HttpServer } from "@/test/http/http-server";
import type { StripeStandIn } from "@/test/providers/stripe";
import { listOldHolds } from "./store";

let server: HttpServer;
let stripe: StripeStandIn;

beforeAll(async () => {
  server = await serveIssuerRoutes();
  stripe = await attachStripe(
    (route) => `http://127.0.0.1:${server.port}/api/issuers/stripe/${route}`,
  );
  setEnv({ CARD_ISSUER: "stripe" });
});
afterAll(async () => {
  await server.stop();
  await stripe.stop();
  await endTests();
});

test("every hold is listed, also when the comparison ends the last one of each page", async () => {
  const card = await issuerIdOf(await makeIssuedCard(await makePartner()));
  const made: string[] = [];
  for (let n = 0; n < 5; n++)
    made.push((await stripe.network.authorize(card, { amount: 500 })).authorization.id);
  await eventsApplied();
  const listed: string[] = [];
  for await (const ids of listOldHolds("stripe", new Date(Date.now() + DAY_MS), 2)) {
    listed.push(...ids);
    const last = ids.at(-1);
    if (last) await stripe.network.reverse(last);
    await eventsApplied();
  }
  expect(listed.toSorted()).toEqual(made.toSorted());
});

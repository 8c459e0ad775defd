import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LithicStandIn, startLithic } from "@/test/providers/lithic";
import { type StripeStandIn, startStripe } from "@/test/providers/stripe";
import { identityHandlers, type StoredSession } from "@/test/providers/stripe-identity/handlers";
import { type SumsubStandIn, startSumsub } from "@/test/providers/sumsub";
import { typeScriptArguments } from "./bootstrap/paths.mjs";

let stripe: StripeStandIn;
let lithic: LithicStandIn;
let sumsub: SumsubStandIn;
const sessions = new Map<string, StoredSession>();
beforeAll(async () => {
  stripe = await startStripe({ handlers: identityHandlers(sessions, { birthDates: false }) });
  // No endpoint decides: the account approves.
  stripe.account.isApprovedByDefault = true;
  lithic = await startLithic();
  sumsub = await startSumsub();
});
afterAll(async () => {
  await stripe.stop();
  await lithic.stop();
  await sumsub.stop();
});

const ofStripe = () => ({ STRIPE_SECRET_KEY: stripe.apiKey, STRIPE_API_BASE: stripe.url });
const ofLithic = () => ({ LITHIC_API_KEY: lithic.apiKey, LITHIC_API_BASE: lithic.url });
const ofSumsub = () => ({
  SUMSUB_APP_TOKEN: sumsub.appToken,
  SUMSUB_SECRET_KEY: sumsub.secretKey,
  SUMSUB_LEVEL_NAME: "basic kyc level",
  SUMSUB_API_BASE: sumsub.url,
});

/** Runs the command without the settings of a service. */
const check = (settings: Record<string, string | undefined>) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const args = typeScriptArguments("bin/providers-check.ts");
    const env = { NODE_ENV: "production" as const, PATH: process.env.PATH, ...settings };
    execFile(process.execPath, args, { env }, (error, output, errors) =>
      resolve({ code: Number(error?.code ?? 0), output: output + errors }),
    );
  });

/** Starts an endpoint of a service that declines each purchase, as it does for cards that it has not stored. */
async function startDecliningService() {
  const server = createServer((incoming, response) => {
    incoming.resume();
    const headers = { "Content-Type": "application/json", "Stripe-Version": "2026-10-28.endive" };
    const isStripe = incoming.headers["stripe-signature"] !== undefined;
    const body = isStripe ? { approved: false } : { result: "CARD_PAUSED" };
    response.writeHead(200, headers).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => new Promise((done) => server.close(done)),
  };
}

/** The steps at a card issuer up to its card, with its network, and with a dispute. */
const [CARD, NETWORK, DISPUTE, CLEANUP] = [8, 4, 4, 2];
const STEPS = CARD + NETWORK + DISPUTE + CLEANUP;
const times = (count: number, word: string) => Array.from({ length: count }, () => word);

const outcomes = (output: string, provider: string) =>
  output
    .split("\n")
    .filter((line) => line.startsWith(provider))
    .map((line) => / (passed|failed|skipped|refused) /.exec(`${line} `)?.[1]);

test("passes at the configured providers, and leaves neither a usable card nor a cardholder", async () => {
  const { code, output } = await check({ ...ofStripe(), ...ofLithic(), ...ofSumsub() });
  expect(output).toMatch(/\npassed\n$/);
  expect(code).toBe(0);
  // Nobody can give up a dispute at Stripe.
  expect(outcomes(output, "Stripe Issuing")).toEqual([
    ...times(STEPS - CLEANUP - 1, "passed"),
    "skipped",
    ...times(CLEANUP, "passed"),
  ]);
  expect(outcomes(output, "Lithic")).toEqual(times(STEPS, "passed"));
  expect(outcomes(output, "Sumsub")).toEqual(times(6, "passed"));
  const disputes = [...stripe.state.disputes.values(), ...lithic.state.disputes.values()];
  expect(disputes.map(({ status }) => status)).toEqual(["submitted", "CASE_CLOSED"]);
  for (const id of stripe.state.disputes.keys()) expect(stripe.filesOf(id)).toHaveLength(1);
  for (const id of lithic.state.disputes.keys()) expect(lithic.filesOf(id)).toHaveLength(1);
  const cards = [...stripe.state.cards.values()].map(({ card }) => card.status);
  expect(cards).toEqual(["canceled"]);
  expect([...stripe.state.cardholders.values()].map(({ status }) => status)).toEqual(["inactive"]);
  expect([...lithic.state.cards.values()].map(({ state }) => state)).toEqual(["CLOSED"]);
  expect([...lithic.state.accounts.values()]).toEqual(["CLOSED"]);
  expect(sumsub.operations().at(-1)).toMatch(/deactivated$/);
  for (const secret of [stripe.apiKey, lithic.apiKey, sumsub.appToken, sumsub.secretKey])
    expect(output).not.toContain(secret);
  for (const { number } of stripe.state.cards.values()) expect(output).not.toContain(number);
});

test("passes with one provider, and says what the other one lacks", async () => {
  const { code, output } = await check({ ...ofLithic(), STRIPE_SECRET_KEY: " " });
  expect(code).toBe(0);
  expect(outcomes(output, "Stripe Issuing")).toEqual(["skipped"]);
  expect(output).toContain("STRIPE_SECRET_KEY is missing");
});

test("checks Stripe Identity where the service uses it, and leaves no session open", async () => {
  const { code, output } = await check({
    ...ofStripe(),
    CARD_ISSUER: "lithic",
    KYC_PROVIDER: "stripe",
  });
  expect([code, output]).toEqual([0, expect.stringMatching(/\npassed\n$/)]);
  expect(outcomes(output, "Stripe Identity")).toEqual(times(4, "passed"));
  expect(outcomes(output, "Stripe Issuing")).toEqual(["skipped"]);
  expect([...sessions.values()].map(({ session }) => session.status)).toEqual(["canceled"]);
});

test("fails when a provider does not do what the service needs, and still cleans up", async () => {
  lithic.programme.isPci = false;
  const { code, output } = await check(ofLithic());
  lithic.programme.isPci = true;
  expect(code).toBe(1);
  expect(outcomes(output, "Lithic")).toEqual([
    ...times(3, "passed"),
    "failed",
    ...times(STEPS - 4 - CLEANUP, "skipped"),
    // No card was issued to the cardholder.
    ...["skipped", "passed"],
  ]);
  expect(output).toContain("number_not_in_response");
  expect([...lithic.state.accounts.values()]).toEqual(["CLOSED", "CLOSED", "CLOSED"]);
});

test("where the service declines the purchase, what needs an approval is skipped", async () => {
  const service = await startDecliningService();
  stripe.endpoints.authorizations.url = service.url;
  lithic.endpoints.authorizations.url = service.url;
  const { code, output } = await check({ ...ofStripe(), ...ofLithic() });
  stripe.endpoints.authorizations.url = undefined;
  lithic.endpoints.authorizations.url = undefined;
  await service.stop();
  expect([code, output]).toEqual([0, expect.stringMatching(/\npassed\n$/)]);
  // Stripe can collect without an authorization.
  expect(output).toMatch(/Stripe Issuing .* declined: webhook_declined/);
  expect(output).toMatch(/Stripe Issuing .* collects .* passed .* without an authorization/);
  expect(outcomes(output, "Lithic")).toEqual([
    ...times(CARD + 1, "passed"),
    "skipped",
    ...times(2, "passed"),
    ...times(DISPUTE, "skipped"),
    ...times(CLEANUP, "passed"),
  ]);
});

test("fails when Stripe declines the purchase by itself, and says why", async () => {
  const { balanceCents } = stripe.state;
  stripe.state.balanceCents = 0;
  const { code, output } = await check(ofStripe());
  stripe.state.balanceCents = balanceCents;
  expect(code).toBe(1);
  expect(output).toContain("Stripe declined the purchase: insufficient_funds");
  expect(outcomes(output, "Stripe Issuing").slice(-CLEANUP)).toEqual(times(CLEANUP, "passed"));
});

test("fails with a key that the provider does not know, without printing it", async () => {
  const { code, output } = await check({ ...ofStripe(), STRIPE_SECRET_KEY: "sk_test_unknown" });
  expect(code).toBe(1);
  expect(output).toMatch(/createCardholder \(status 401/);
  expect(outcomes(output, "Stripe Issuing")).not.toContain("passed");
  expect(output).not.toContain("sk_test_unknown");
});

test.each([
  {},
  { STRIPE_SECRET_KEY: "sk_live_123456789012" },
  { LITHIC_API_KEY: "123456789012", LITHIC_API_BASE: "https://API.lithic.com/" },
  { SUMSUB_APP_TOKEN: "prd:123456789012", SUMSUB_SECRET_KEY: "s", SUMSUB_LEVEL_NAME: "l" },
])("checks nothing with %j, and ends with another code than after a failure", async (settings) => {
  const requests = stripe.requests.length;
  const { code, output } = await check({ STRIPE_API_BASE: stripe.url, ...settings });
  expect(code).toBe(2);
  expect(output).toContain("NOT CHECKED");
  expect(output).not.toContain("123456789012");
  expect(stripe.requests.length).toBe(requests);
});

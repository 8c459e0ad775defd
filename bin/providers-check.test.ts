import { execFile } from "node:child_process";
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

const outcomes = (output: string, provider: string) =>
  output
    .split("\n")
    .filter((line) => line.startsWith(provider))
    .map((line) => / (passed|failed|skipped|refused) /.exec(`${line} `)?.[1]);

test("passes at the configured providers, and leaves neither a usable card nor a cardholder", async () => {
  const { code, output } = await check({ ...ofStripe(), ...ofLithic(), ...ofSumsub() });
  expect(output).toMatch(/\npassed\n$/);
  expect(code).toBe(0);
  expect(outcomes(output, "Stripe Issuing")).toEqual(Array.from({ length: 9 }, () => "passed"));
  expect(outcomes(output, "Lithic")).toEqual(Array.from({ length: 9 }, () => "passed"));
  expect(outcomes(output, "Sumsub")).toEqual(Array.from({ length: 5 }, () => "passed"));
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
  expect(outcomes(output, "Stripe Identity")).toEqual(Array.from({ length: 4 }, () => "passed"));
  expect(outcomes(output, "Stripe Issuing")).toEqual(["skipped"]);
  expect([...sessions.values()].map(({ session }) => session.status)).toEqual(["canceled"]);
});

test("fails when a provider does not do what the service needs, and still cleans up", async () => {
  lithic.programme.isPci = false;
  const { code, output } = await check(ofLithic());
  lithic.programme.isPci = true;
  expect(code).toBe(1);
  expect(outcomes(output, "Lithic")).toEqual([
    "passed",
    "passed",
    "failed",
    ...Array.from({ length: 4 }, () => "skipped"),
    "passed",
    "passed",
  ]);
  expect(output).toContain("number_not_in_response");
  expect([...lithic.state.accounts.values()]).toEqual(["CLOSED", "CLOSED", "CLOSED"]);
});

test("fails with a key that the provider does not know, without printing it", async () => {
  const { code, output } = await check({ ...ofStripe(), STRIPE_SECRET_KEY: "sk_test_unknown" });
  expect(code).toBe(1);
  expect(output).toMatch(/createCardholder \(status 401/);
  expect(output).not.toContain("sk_test_unknown");
});

test.each([
  {},
  { STRIPE_SECRET_KEY: "sk_live_123456789012" },
  { SUMSUB_APP_TOKEN: "prd:123456789012", SUMSUB_SECRET_KEY: "s", SUMSUB_LEVEL_NAME: "l" },
])("checks nothing with %j, and ends with another code than after a failure", async (settings) => {
  const requests = stripe.requests.length;
  const { code, output } = await check({ STRIPE_API_BASE: stripe.url, ...settings });
  expect(code).toBe(2);
  expect(output).toContain("NOT CHECKED");
  expect(output).not.toContain("123456789012");
  expect(stripe.requests.length).toBe(requests);
});

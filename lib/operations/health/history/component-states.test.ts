import { expect, test } from "vitest";
import { inboundIssuer } from "@/lib/cards/inbound/inbound-issuer";
import { CARD_ISSUER_NAMES, KYC_PROVIDER_NAMES } from "@/lib/kernel/provider-names";
import { STRIPE_IDENTITY } from "@/lib/users/kyc/stripe/sessions";
import { SUMSUB } from "@/lib/users/kyc/sumsub/call-sumsub";
import { type SampledFacts, samplesOf } from "./component-states";

const AT = new Date("2026-11-21T10:00:00.000Z");
const ago = (minutes: number) => new Date(AT.getTime() - minutes * 60_000);
const chain = (changes: Partial<SampledFacts["chains"][number]> = {}) => ({
  ...{
    chain: "base",
    headNumber: 120n,
    headAt: AT,
    isHeadOld: false,
    seenAt: AT,
    cursorNumber: 118n,
  },
  ...{ fault: null, faultSince: null, confirmingDeposits: 0, openTransactions: 0 },
  ...{ oldestOpenTransactionAt: null, ...changes },
});
const failing = (provider: string, sinceMinutes = 6, failedMinutes = sinceMinutes) => ({
  ...{ provider, failingSince: ago(sinceMinutes), failedAt: ago(failedMinutes) },
});
const FACTS: SampledFacts = {
  at: AT,
  canWrite: true,
  requests: { total: 100, failed: 0, p95Ms: 41 },
  attempts: { total: 9, failed: 2 },
  deliveries: { oldestDueAt: null },
  chains: [chain(), chain({ chain: "polygon" })],
  withdrawals: { oldestApprovedAt: null },
  jobs: [{ name: "reconcile", durationMs: 230, failure: null }],
  providers: [],
  issuerEvents: { oldestPendingAt: null },
  cardIssuer: "lithic",
  identityProvider: "sumsub",
};
const stateOf = (component: string, changes: Partial<SampledFacts>) =>
  samplesOf({ ...FACTS, ...changes }).find((sample) => sample.component === component)?.state;

test("a service without troubles is up, with its counts, durations and lags", () => {
  const samples = samplesOf(FACTS);
  expect(new Set(samples.map(({ state }) => state))).toEqual(new Set(["up"]));
  expect(samples).toContainEqual({
    ...{ component: "api", state: "up", value: 41, total: 100, failed: 0 },
  });
  expect(samples).toContainEqual({ component: "webhooks", state: "up", total: 9, failed: 2 });
  expect(samples).toContainEqual({ component: "chain:base", state: "up", value: 2 });
  expect(samples).toContainEqual({ component: "job:reconcile", state: "up", value: 230 });
});

type Row = [string, string, Partial<SampledFacts>, string];

test.each<Row>([
  ["no writes", "api", { canWrite: false }, "down"],
  ["errors", "api", { requests: { total: 100, failed: 5, p95Ms: 1 } }, "degraded"],
  ["half of all fails", "api", { requests: { total: 100, failed: 50, p95Ms: 1 } }, "down"],
  ["few requests", "api", { requests: { total: 2, failed: 2, p95Ms: 1 } }, "up"],
  ["late deliveries", "webhooks", { deliveries: { oldestDueAt: ago(3) } }, "degraded"],
  ["no deliveries", "webhooks", { deliveries: { oldestDueAt: ago(31) } }, "down"],
  ["one chain fails", "chains", { chains: [chain({ fault: "no" }), chain()] }, "degraded"],
  ["its own sample", "chain:base", { chains: [chain({ fault: "no" })] }, "down"],
  ["all chains fail", "chains", { chains: [chain({ fault: "no" })] }, "down"],
  ["an old head", "chain:base", { chains: [chain({ isHeadOld: true })] }, "down"],
  ["a stale chain", "chains", { chains: [chain({ seenAt: ago(3) })] }, "degraded"],
  ["unpaid withdrawals", "payouts", { withdrawals: { oldestApprovedAt: ago(31) } }, "down"],
  ["a failing issuer", "card_issuer", { providers: [failing("lithic")] }, "down"],
  ["a short failure", "identity_provider", { providers: [failing("sumsub", 1)] }, "up"],
  [
    "nobody calls it after a failure",
    "identity_provider",
    { providers: [failing("sumsub", 1_500)] },
    "up",
  ],
  ["a failure for days", "identity_provider", { providers: [failing("sumsub", 9_000, 2)] }, "down"],
  ...(["stripe", "lithic"] as const).map((name): Row => {
    const cardIssuer = CARD_ISSUER_NAMES[name];
    const providers = [failing(inboundIssuer(name).provider)];
    return [`failing ${name}`, "card_issuer", { cardIssuer, providers }, "down"];
  }),
  ...(["stripe", "sumsub"] as const).map((name): Row => {
    const identityProvider = KYC_PROVIDER_NAMES[name];
    const provider = { stripe: STRIPE_IDENTITY, sumsub: SUMSUB }[name];
    const providers = [failing(provider)];
    return [`failing ${name}`, "identity_provider", { identityProvider, providers }, "down"];
  }),
  ["late events", "card_issuer", { issuerEvents: { oldestPendingAt: ago(16) } }, "degraded"],
  ["a failed job", "job:x", { jobs: [{ name: "x", durationMs: 1, failure: "Error" }] }, "down"],
])("%s: %s", (_, component, changes, state) => {
  expect(stateOf(component, changes)).toBe(state);
});

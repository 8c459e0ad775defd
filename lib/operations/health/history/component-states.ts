import { isProviderFailing } from "../state/failing-provider";
import { lagBlocks } from "../state/lag-blocks";
import {
  isOlder,
  OVERDUE_DELIVERY_MS,
  STALE_CHAIN_MS,
  UNAPPLIED_EVENT_MS,
  UNPAID_WITHDRAWAL_MS,
} from "../state/limits";
import type {
  ChainFacts,
  DeliveryFacts,
  IssuerEventFacts,
  JobFacts,
  ProviderFacts,
  WithdrawalFacts,
} from "../state/service-state";
import type { HealthState } from "./schema";
import type { Counts, Sample } from "./store";

/** From then on late deliveries count as not working. */
const LATE_DELIVERY_MS = 30 * 60_000;
/** Fewer requests than this say nothing about the service. */
const MIN_REQUESTS = 20;
const DEGRADED_SHARE = 0.05;
const DOWN_SHARE = 0.5;

/** The facts of which a sample of all components consists. */
export interface SampledFacts {
  at: Date;
  canWrite: boolean;
  requests: Counts & { p95Ms: number | null };
  attempts: Counts;
  deliveries: Pick<DeliveryFacts, "oldestDueAt">;
  chains: ChainFacts[];
  withdrawals: Pick<WithdrawalFacts, "oldestApprovedAt">;
  jobs: Pick<JobFacts, "name" | "durationMs" | "failure">[];
  providers: Pick<ProviderFacts, "provider" | "failingSince" | "failedAt">[];
  issuerEvents: Pick<IssuerEventFacts, "oldestPendingAt">;
  /** The names under which the calls of the configured providers are recorded. */
  cardIssuer: string;
  identityProvider: string;
}

const ORDER: readonly HealthState[] = ["up", "degraded", "down"];
const best = (states: readonly HealthState[]) => ORDER.find((state) => states.includes(state));

function apiState({ canWrite, requests: { total, failed } }: SampledFacts): HealthState {
  if (!canWrite) return "down";
  if (total < MIN_REQUESTS) return "up";
  if (failed / total >= DOWN_SHARE) return "down";
  return failed / total >= DEGRADED_SHARE ? "degraded" : "up";
}

function webhooksState({ deliveries: { oldestDueAt }, at }: SampledFacts): HealthState {
  if (isOlder(oldestDueAt, at, LATE_DELIVERY_MS)) return "down";
  return isOlder(oldestDueAt, at, OVERDUE_DELIVERY_MS) ? "degraded" : "up";
}

function chainState({ fault, isHeadOld, seenAt }: ChainFacts, at: Date): HealthState {
  if (fault !== null || isHeadOld) return "down";
  return isOlder(seenAt, at, STALE_CHAIN_MS) ? "degraded" : "up";
}

/** One chain of several that does not work degrades the component; deposits on the others are credited. */
function chainsState({ chains, at }: SampledFacts): HealthState {
  const states = chains.map((chain) => chainState(chain, at));
  if (states.every((state) => state === "up")) return "up";
  return best(states) === "up" ? "degraded" : (best(states) ?? "up");
}

const providerState = ({ providers, at }: SampledFacts, name: string): HealthState =>
  providers.some((each) => each.provider === name && isProviderFailing(each, at)) ? "down" : "up";

function issuerState(facts: SampledFacts): HealthState {
  const state = providerState(facts, facts.cardIssuer);
  const isLate = isOlder(facts.issuerEvents.oldestPendingAt, facts.at, UNAPPLIED_EVENT_MS);
  return state === "up" && isLate ? "degraded" : state;
}

/** Returns a sample of each component, each chain and each background job that has run. */
export function samplesOf(facts: SampledFacts): Sample[] {
  const { at, requests, attempts, chains, jobs, withdrawals } = facts;
  const isUnpaid = isOlder(withdrawals.oldestApprovedAt, at, UNPAID_WITHDRAWAL_MS);
  const { p95Ms, ...requestCounts } = requests;
  return [
    { component: "api", state: apiState(facts), value: p95Ms, ...requestCounts },
    { component: "webhooks", state: webhooksState(facts), ...attempts },
    { component: "chains", state: chainsState(facts) },
    { component: "card_issuer", state: issuerState(facts) },
    { component: "identity_provider", state: providerState(facts, facts.identityProvider) },
    { component: "payouts", state: isUnpaid ? "down" : "up" },
    ...chains.map(
      (chain): Sample => ({
        component: `chain:${chain.chain}`,
        state: chainState(chain, at),
        value: lagBlocks(chain),
      }),
    ),
    ...jobs.map(
      ({ name, durationMs, failure }): Sample => ({
        component: `job:${name}`,
        state: failure === null ? "up" : "down",
        value: durationMs,
      }),
    ),
  ];
}

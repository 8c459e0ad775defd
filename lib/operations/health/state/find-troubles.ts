import { DAY_MS, MINUTE_MS, SECOND_MS } from "@/lib/kernel/durations";
import type { MissingProvider } from "@/lib/kernel/settings/missing-providers";
import { booksTroubles } from "./books-troubles";
import { databaseTroubles } from "./database-troubles";
import { isProviderFailing } from "./failing-provider";
import {
  isOlder,
  OVERDUE_DELIVERY_MS,
  STALE_CHAIN_MS,
  UNAPPLIED_EVENT_MS,
  UNPAID_WITHDRAWAL_MS,
} from "./limits";
import { messageTroubles } from "./message-troubles";
import { sanctionsTroubles } from "./sanctions-troubles";
import type {
  ChainFacts,
  DeliveryFacts,
  EndpointFacts,
  IssuerEventFacts,
  JobFacts,
  ProviderFacts,
  ServiceState,
  WithdrawalFacts,
} from "./service-state";
import { type Trouble, troublesOf } from "./trouble";
import { count, durationSince } from "./words";

/** A job is late after this many intervals, but never during its pause after failures. */
const LATE_INTERVALS = 3;
const LATE_SLACK_MS = MINUTE_MS;
const OPEN_TRANSACTION_MS = 15 * MINUTE_MS;
const WAITING_WITHDRAWAL_MS = DAY_MS;

function chainTroubles(chain: ChainFacts, at: Date): Trouble[] {
  const { chain: name, fault } = chain;
  const { found, failed, attention } = troublesOf("chains", name);
  if (fault !== null) {
    failed(
      `The chain cannot be read: ${fault} Deposits and payouts are delayed. The API is not affected.`,
      "Check the node (RPC_URL of this chain). Reading resumes automatically.",
    );
    return found;
  }
  if (isOlder(chain.seenAt, at, STALE_CHAIN_MS))
    failed(
      `The chain was not read for ${durationSince(chain.seenAt, at)}.`,
      "Make sure that a process runs the background jobs (SCHEDULER), or call POST /api/internal/chain/watch.",
    );
  if (chain.isHeadOld)
    failed(
      `The node's newest block is ${durationSince(chain.headAt, at)} old. Deposits are not credited and payouts are not signed until it has newer ones.`,
      "Compare the block with the chain's explorer. If the chain has newer ones, use another node (RPC_URL of this chain). If the chain stands still, wait.",
    );
  if (isOlder(chain.oldestOpenTransactionAt, at, OPEN_TRANSACTION_MS))
    attention(
      `A relayer transaction is not final after ${durationSince(chain.oldestOpenTransactionAt, at)}.`,
      "It is replaced automatically with a higher fee. Check the relayer's gas balance and the chain's fees.",
    );
  return found;
}

function missingNodeTroubles(isAnyChainOn: boolean): Trouble[] {
  const { found, attention } = troublesOf("chains");
  if (!isAnyChainOn)
    attention(
      "No chain has a node: deposits are not credited, and approved withdrawals are not sent.",
      "Set RPC_URL_… to a node of each chain in use, and restart the service.",
    );
  return found;
}

function deliveryTroubles({ oldestDueAt, due, endpoints }: DeliveryFacts, at: Date): Trouble[] {
  const { found, failed } = troublesOf("deliveries");
  if (isOlder(oldestDueAt, at, OVERDUE_DELIVERY_MS))
    failed(
      `Webhook events due: ${count(due)}. The oldest has been due for ${durationSince(oldestDueAt, at)}.`,
      "Make sure that a process runs the background jobs (SCHEDULER), or call POST /api/internal/webhooks/deliver.",
    );
  return [...found, ...endpoints.flatMap(endpointTroubles)];
}

function endpointTroubles({ partnerId, partnerName, pausedAt }: EndpointFacts): Trouble[] {
  const { found, attention } = troublesOf("deliveries", partnerId);
  if (pausedAt)
    attention(
      `The endpoint of ${partnerName} is paused after days of failures. Its events are pending.`,
      "Notify the partner. They can resume the endpoint when it works. No events are lost.",
    );
  else
    attention(
      `The endpoint of ${partnerName} is failing.`,
      "The partner sees this in its overview. Contact them if it persists.",
    );
  return found;
}

function jobTroubles(job: JobFacts, at: Date): Trouble[] {
  const { name, everyMs, startedAt, neverRanSince = null, failure, failingSince } = job;
  const { found, failed } = troublesOf("jobs", name);
  if (failure !== null && failingSince !== null)
    failed(
      `The job has failed for ${durationSince(failingSince, at)}: ${failure}`,
      "It is retried automatically. The log has the full error under this name.",
    );
  else if (isOlder(startedAt ?? neverRanSince, at, LATE_INTERVALS * everyMs + LATE_SLACK_MS)) {
    const last =
      startedAt === null
        ? "It never ran"
        : `The last run started ${durationSince(startedAt, at)} ago`;
    failed(
      `${last}; it should run every ${Math.round(everyMs / SECOND_MS)} s.`,
      "Make sure that a process runs the background jobs (SCHEDULER), or that the external scheduler calls the route.",
    );
  }
  return found;
}

function withdrawalTroubles(withdrawals: WithdrawalFacts, at: Date): Trouble[] {
  const { pending, oldestPendingAt, approved, oldestApprovedAt, held } = withdrawals;
  const { found, failed, attention } = troublesOf("withdrawals");
  if (isOlder(oldestPendingAt, at, WAITING_WITHDRAWAL_MS))
    attention(
      `Withdrawals pending review: ${count(pending)}. The oldest has waited for over a day.`,
      "Review them in the queue, oldest first.",
    );
  if (isOlder(oldestApprovedAt, at, UNPAID_WITHDRAWAL_MS))
    failed(
      `Approved withdrawals not sent: ${count(approved)}. The oldest has waited for over half an hour.`,
      "Check the chains and alerts on this page: the treasury, the relayer's gas balance and the node.",
    );
  if (held > 0)
    attention(
      `Approved withdrawals on hold because their partners are suspended: ${count(held)}.`,
      "Reactivate the partner to send them, or fail each withdrawal on its page.",
    );
  return found;
}

function missingProviderTroubles(missing: readonly MissingProvider[]): Trouble[] {
  const { found, failed } = troublesOf("providers");
  for (const { text, setting } of missing)
    failed(text, `Set ${setting} to a provider and restart the service.`);
  return found;
}

function providerTroubles(facts: ProviderFacts, at: Date): Trouble[] {
  const { provider, failingSince, failure } = facts;
  const { found, failed } = troublesOf("providers", provider);
  if (isProviderFailing(facts, at))
    failed(
      `No call has succeeded for ${durationSince(failingSince, at)}: ${failure}.`,
      "Check the provider's status page and our credentials. Calls are retried when they are needed.",
    );
  return found;
}

function issuerEventTroubles({ pending, oldestPendingAt }: IssuerEventFacts, at: Date): Trouble[] {
  const { found, failed } = troublesOf("providers");
  if (isOlder(oldestPendingAt, at, UNAPPLIED_EVENT_MS))
    failed(
      `Events of the card issuer not applied: ${count(pending)}. The oldest has waited for ${durationSince(oldestPendingAt, at)}.`,
      "See the alerts about these events. They are retried automatically; the card balances may be out of date.",
    );
  return found;
}

/** Returns the troubles of the service that need a person, with present failures first. */
export function findTroubles(state: ServiceState): Trouble[] {
  const { at } = state;
  const found = [
    ...databaseTroubles(state.database),
    ...missingProviderTroubles(state.missingProviders),
    ...state.providers.flatMap((provider) => providerTroubles(provider, at)),
    ...issuerEventTroubles(state.issuerEvents, at),
    ...missingNodeTroubles(state.isAnyChainOn),
    ...state.chains.flatMap((chain) => chainTroubles(chain, at)),
    ...withdrawalTroubles(state.withdrawals, at),
    ...sanctionsTroubles(state.sanctions, at),
    ...state.jobs.flatMap((job) => jobTroubles(job, at)),
    ...booksTroubles(state),
    ...deliveryTroubles(state.deliveries, at),
    ...messageTroubles(state.messages, at),
  ];
  const place = ({ severity }: Trouble) => (severity === "failed" ? 0 : 1);
  return found.toSorted((a, b) => place(a) - place(b));
}

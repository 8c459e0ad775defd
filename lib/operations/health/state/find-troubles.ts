import { databaseTroubles } from "./database-troubles";
import type {
  ChainFacts,
  DeliveryFacts,
  JobFacts,
  ServiceState,
  WithdrawalFacts,
} from "./service-state";
import { type Trouble, trouble } from "./trouble";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A job is late after this many of its intervals, and never before a pause after failures is over. */
const LATE_INTERVALS = 3;
const LATE_SLACK_MS = MINUTE_MS;
const STALE_CHAIN_MS = 2 * MINUTE_MS;
const OPEN_TRANSACTION_MS = 15 * MINUTE_MS;
const OVERDUE_DELIVERY_MS = 2 * MINUTE_MS;
const WAITING_WITHDRAWAL_MS = 24 * HOUR_MS;
const UNPAID_WITHDRAWAL_MS = 30 * MINUTE_MS;

const isOlder = (instant: Date | null, at: Date, thanMs: number): boolean =>
  instant !== null && at.getTime() - instant.getTime() > thanMs;

const minutes = (ms: number) => `${Math.round(ms / MINUTE_MS)} minutes`;
function chainTroubles(chain: ChainFacts, at: Date): Trouble[] {
  const { chain: name, fault } = chain;
  if (fault !== null)
    return [
      trouble(
        "chains",
        "failed",
        name,
        `It cannot be read: ${fault} Deposits wait and payouts rest; the API works on.`,
        "Check its node (RPC_URL of this chain). Reading goes on by itself where it stopped.",
      ),
    ];
  const found: Trouble[] = [];
  if (isOlder(chain.seenAt, at, STALE_CHAIN_MS))
    found.push(
      trouble(
        "chains",
        "failed",
        name,
        `Nobody has looked at it for ${minutes(at.getTime() - chain.seenAt.getTime())}.`,
        "See that a process runs the background work (SCHEDULER), or call POST /api/internal/chain/watch.",
      ),
    );
  if (isOlder(chain.oldestOpenTransactionAt, at, OPEN_TRANSACTION_MS))
    found.push(
      trouble(
        "chains",
        "attention",
        name,
        `A transaction of the relayer is not final after ${minutes(at.getTime() - (chain.oldestOpenTransactionAt?.getTime() ?? 0))}.`,
        "It is replaced with a higher fee by itself. See the relayer's coins and the chain's fees.",
      ),
    );
  return found;
}

function deliveryTroubles(deliveries: DeliveryFacts, at: Date): Trouble[] {
  const { oldestDueAt, due } = deliveries;
  const overdue = isOlder(oldestDueAt, at, OVERDUE_DELIVERY_MS)
    ? [
        trouble(
          "deliveries",
          "failed",
          "",
          `${due} events are due, the first for ${minutes(at.getTime() - (oldestDueAt?.getTime() ?? 0))}.`,
          "See that a process runs the background work (SCHEDULER), or call POST /api/internal/webhooks/deliver.",
        ),
      ]
    : [];
  const endpoints = deliveries.endpoints.map(({ partnerId, partnerName, pausedAt }) =>
    pausedAt
      ? trouble(
          "deliveries",
          "attention",
          partnerId,
          `The endpoint of ${partnerName} is paused after days of failures: its events wait.`,
          "Tell the partner. Once it works they resume it themselves and nothing is lost.",
        )
      : trouble(
          "deliveries",
          "attention",
          partnerId,
          `The endpoint of ${partnerName} fails.`,
          "The partner is told in its overview. Ask them when it lasts.",
        ),
  );
  return [...overdue, ...endpoints];
}

function jobTroubles({ name, everyMs, startedAt, failure, failingSince }: JobFacts, at: Date) {
  if (failure !== null && failingSince !== null)
    return [
      trouble(
        "jobs",
        "failed",
        name,
        `It has failed for ${minutes(at.getTime() - failingSince.getTime())}: ${failure}`,
        "It is tried again by itself. The log has the whole failure under this name.",
      ),
    ];
  if (!isOlder(startedAt, at, LATE_INTERVALS * everyMs + LATE_SLACK_MS)) return [];
  return [
    trouble(
      "jobs",
      "failed",
      name,
      `Its last run began ${minutes(at.getTime() - (startedAt?.getTime() ?? 0))} ago; it should run every ${Math.round(everyMs / SECOND_MS)} s.`,
      "See that a process runs the background work (SCHEDULER), or that the outside scheduler calls its route.",
    ),
  ];
}

function withdrawalTroubles(withdrawals: WithdrawalFacts, at: Date): Trouble[] {
  const { pending, oldestPendingAt, approved, oldestApprovedAt, held } = withdrawals;
  const found: Trouble[] = [];
  if (isOlder(oldestPendingAt, at, WAITING_WITHDRAWAL_MS))
    found.push(
      trouble(
        "withdrawals",
        "attention",
        "",
        `${pending} withdrawals wait for a decision, the first for over a day.`,
        "Decide on them in the queue, the oldest first.",
      ),
    );
  if (isOlder(oldestApprovedAt, at, UNPAID_WITHDRAWAL_MS))
    found.push(
      trouble(
        "withdrawals",
        "failed",
        "",
        `${approved} approved withdrawals are not paid, the first for over half an hour.`,
        "See the chains and the alerts here: the treasury, the relayer's coins, the node.",
      ),
    );
  if (held > 0)
    found.push(
      trouble(
        "withdrawals",
        "attention",
        "",
        `Approved withdrawals that are held, as their partners are suspended: ${held}.`,
        "Resume the partner and they are sent; or give them up, each on its page.",
      ),
    );
  return found;
}

/** What of the service's state needs a person; what does not work now comes first. */
export function findTroubles(state: ServiceState): Trouble[] {
  const { at } = state;
  const found = [
    ...databaseTroubles(state.database),
    ...state.missingProviders.map(({ text, setting }) =>
      trouble("providers", "failed", "", text, `This version has no provider for ${setting}.`),
    ),
    ...state.chains.flatMap((chain) => chainTroubles(chain, at)),
    ...withdrawalTroubles(state.withdrawals, at),
    ...state.jobs.flatMap((job) => jobTroubles(job, at)),
    ...deliveryTroubles(state.deliveries, at),
  ];
  const place = ({ severity }: Trouble) => (severity === "failed" ? 0 : 1);
  return found.toSorted((a, b) => place(a) - place(b));
}

import type { z } from "zod";
import { alertDefinition, isClosedByPeople } from "@/lib/alerts/catalogue";
import { loginFault } from "@/lib/db/login-rights";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import type { healthSchema } from "../schema";
import { presentCardIssuer } from "./card-issuer";
import { findTroubles } from "./find-troubles";
import { lagBlocks } from "./lag-blocks";
import type { ChainFacts, DatabaseFacts, ServiceState } from "./service-state";

type Health = z.input<typeof healthSchema>;

const instant = (at: Date | null) => at?.toISOString() ?? null;
const block = (number: bigint | null) => (number === null ? null : Number(number));

function presentChain(chain: ChainFacts): Health["chains"][number] {
  const { oldestOpenTransactionAt: _, isHeadOld: _isOld, ...facts } = chain;
  return {
    ...facts,
    headNumber: block(chain.headNumber),
    cursorNumber: block(chain.cursorNumber),
    lagBlocks: lagBlocks(chain),
    headAt: instant(chain.headAt),
    seenAt: chain.seenAt.toISOString(),
    faultSince: instant(chain.faultSince),
  };
}

function presentDatabase(database: DatabaseFacts): Health["database"] {
  // The rest is for the troubles and the metrics.
  const {
    login,
    excessRights,
    owner: _owner,
    isActivityVisible: _isVisible,
    oldestTransactionLogin: _login,
    archive: _archive,
    slot: _slot,
    preparedTransaction: _prepared,
    dump: _dump,
    texts: _texts,
    clocks: _clocks,
    ...facts
  } = database;
  return {
    ...facts,
    sizeBytes: Number(facts.sizeBytes),
    loginFault: loginFault(login, excessRights) ?? null,
  };
}

function presentAlert({ openedAt, ...alert }: ServiceState["alerts"][number]) {
  const { title, severity, remedy } = alertDefinition(alert.kind);
  return {
    ...alert,
    title,
    severity,
    remedy,
    openedAt: openedAt.toISOString(),
    isClosedByPeople: isClosedByPeople(alert.kind),
  };
}

/** Converts the service's state to its response, with its troubles. */
export function presentServiceState(state: ServiceState): Health {
  const { database, deliveries, withdrawals, heldDeposits, disputes, messages } = state;
  return {
    at: state.at.toISOString(),
    troubles: findTroubles(state),
    database: presentDatabase(database),
    chains: state.chains.map(presentChain),
    deliveries: {
      ...deliveries,
      oldestDueAt: instant(deliveries.oldestDueAt),
      endpoints: deliveries.endpoints.map((endpoint) => ({
        ...endpoint,
        failingSince: instant(endpoint.failingSince),
        pausedAt: instant(endpoint.pausedAt),
      })),
    },
    jobs: state.jobs.map(({ neverRanSince, ...job }) => ({
      ...job,
      startedAt: instant(job.startedAt),
      succeededAt: instant(job.succeededAt),
      failingSince: instant(job.failingSince),
    })),
    withdrawals: {
      ...withdrawals,
      oldestPendingAt: instant(withdrawals.oldestPendingAt),
      oldestApprovedAt: instant(withdrawals.oldestApprovedAt),
    },
    disputes: {
      attention: disputes.attention,
      open: disputes.open,
      amount: usdFromMicroUsd(disputes.openMicroUsd),
    },
    messages: {
      due: messages.due,
      oldestDueAt: instant(messages.oldestDueAt),
      failed: messages.failed,
      failure: messages.failure,
    },
    heldDeposits: {
      waiting: heldDeposits.waiting,
      oldestAt: instant(heldDeposits.oldestAt),
      amount: usdFromMicroUsd(heldDeposits.amountMicroUsd),
    },
    providers: state.providers.map((provider) => ({
      ...provider,
      succeededAt: instant(provider.succeededAt),
      failingSince: instant(provider.failingSince),
      failedAt: instant(provider.failedAt),
      callbackAt: instant(provider.callbackAt),
    })),
    cardIssuer: presentCardIssuer(state.cardIssuer, state.issuerEvents),
    sanctions: state.sanctions && {
      ...state.sanctions,
      fetchedAt: instant(state.sanctions.fetchedAt),
    },
    alerts: state.alerts.map(presentAlert),
  };
}

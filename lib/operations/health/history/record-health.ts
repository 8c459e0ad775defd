import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { CARD_ISSUER_NAMES, KYC_PROVIDER_NAMES } from "@/lib/kernel/provider-names";
import { chainsOn } from "../state/chains-on";
import {
  readChains,
  readDeliveries,
  readIssuerEvents,
  readJobRuns,
  readProviders,
  readWithdrawals,
} from "../state/store";
import { readDatabaseState } from "../store";
import { currentWriteFault } from "../write-fault";
import { samplesOf } from "./component-states";
import { countAttempts, countRequests, deleteStraySamples, insertSamples } from "./store";

/** The interval of the samples. */
export const SAMPLE_EVERY_MS = 300_000;
export const KEPT_DAYS = 30;
/** More than one run adds, so that the table does not grow after an outage of the job. */
const MAX_DELETED = 1_000;

const startOfInterval = (at: Date) =>
  new Date(Math.floor(at.getTime() / SAMPLE_EVERY_MS) * SAMPLE_EVERY_MS);

/**
 * Stores the state of each component, chain and background job, and deletes samples that are older than a month.
 * Several processes store one sample per interval.
 * Source: docs/decisions/0079-health-history.md
 */
export async function recordHealth(): Promise<{ sampled: number; deleted: number }> {
  const at = now();
  const since = new Date(at.getTime() - SAMPLE_EVERY_MS);
  const [
    requests,
    attempts,
    deliveries,
    chains,
    withdrawals,
    jobs,
    providers,
    issuerEvents,
    database,
    writeFault,
  ] = await Promise.all([
    countRequests(since),
    countAttempts(since),
    readDeliveries(at),
    readChains(chainsOn()),
    readWithdrawals(),
    readJobRuns(),
    readProviders(),
    readIssuerEvents(),
    readDatabaseState(),
    currentWriteFault(),
  ]);
  const cardIssuer = CARD_ISSUER_NAMES[env().CARD_ISSUER];
  const identityProvider = KYC_PROVIDER_NAMES[env().KYC_PROVIDER];
  const canWrite = !database.isReadOnly && writeFault === undefined;
  const samples = samplesOf({
    ...{ at, canWrite, requests, attempts, deliveries, chains, withdrawals, jobs },
    ...{ providers, issuerEvents, cardIssuer, identityProvider },
  });
  const sampled = await insertSamples(startOfInterval(at), samples);
  return { sampled, deleted: await deleteStraySamples(KEPT_DAYS, MAX_DELETED) };
}

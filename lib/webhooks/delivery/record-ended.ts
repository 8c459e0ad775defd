import { publishChange } from "@/lib/kernel/changes";
import { env } from "@/lib/kernel/env";
import { errorCodeOf } from "@/lib/kernel/error-code";
import { errorFields, log } from "@/lib/kernel/log";
import type { Attempt, EndedAttempt } from "./attempt";
import { endpointHealth } from "./endpoint-health";
import { planRetry, RETRY_DELAYS_S } from "./plan-retry";
import { type AttemptRecord, type Recorded, recordAttempts } from "./store";

const NOTHING: Recorded = { attempted: 0, delivered: 0, givenUp: [], paused: [] };
const NOT_KEPT = "The receiver's response could not be stored.";

/**
 * Whether the database refused the values and would refuse them again: PostgreSQL's classes 22, data, and 23,
 * constraints.
 */
function isRefusal(error: unknown): boolean {
  return /^2[23]/.test(errorCodeOf(error) ?? "");
}

/** A delivery that was claimed again before this point continues as the same attempt, under the newer lease. */
function adoptRenewal(attempt: Attempt): void {
  if (!attempt.renewal) return;
  const { leaseId, delivery } = attempt.renewal;
  attempt.leaseId = leaseId;
  attempt.delivery = { ...attempt.delivery, failures: delivery.failures };
  attempt.renewal = undefined;
}

function toRecord(ended: EndedAttempt): AttemptRecord {
  adoptRenewal(ended.attempt);
  const failures = ended.attempt.delivery.failures + 1;
  return { ...ended, retryMs: planRetry(failures, env().WEBHOOK_RETRY_DELAYS_S ?? RETRY_DELAYS_S) };
}

function report({ givenUp, paused }: Recorded): void {
  for (const ids of givenUp) log().warn(ids, "webhook failed permanently");
  for (const partnerId of paused) log().warn({ partnerId }, "webhook endpoint paused");
}

async function record(ended: readonly EndedAttempt[]): Promise<Recorded> {
  const { WEBHOOK_PAUSE_AFTER_S } = env();
  const records = ended.map(toRecord);
  const recorded = await recordAttempts(records, endpointHealth(ended), WEBHOOK_PAUSE_AFTER_S);
  const partners = new Set(records.map(({ attempt }) => attempt.delivery.partnerId));
  for (const partnerId of partners) publishChange(partnerId, ["webhooks"]);
  report(recorded);
  return recorded;
}

/** Removes the receiver's response, the only part of the record that is outside our control. */
function withoutAnswer({ attempt, result }: EndedAttempt): EndedAttempt {
  const error = result.succeeded ? null : NOT_KEPT;
  return { attempt, result: { ...result, responseBody: null, error } };
}

async function recordAlone(ended: EndedAttempt): Promise<Recorded> {
  const { partnerId, eventId } = ended.attempt.delivery;
  for (const form of [ended, withoutAnswer(ended)]) {
    try {
      return await record([form]);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const failure = errorFields(error);
      log().error({ partnerId, eventId, failure }, "webhook attempt refused by the database");
    }
  }
  // The lease expires, and the delivery is sent again.
  return NOTHING;
}

function sum(one: Recorded, other: Recorded): Recorded {
  return {
    attempted: one.attempted + other.attempted,
    delivered: one.delivered + other.delivered,
    givenUp: [...one.givenUp, ...other.givenUp],
    paused: [...one.paused, ...other.paused],
  };
}

/**
 * Records ended attempts of different events and plans their retries. An attempt that the database refuses does not
 * prevent the others from being recorded. Idempotent: recorded attempts stay unchanged.
 * @throws while the database is unavailable.
 */
export async function recordEnded(ended: readonly EndedAttempt[]): Promise<Recorded> {
  try {
    return await record(ended);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  let recorded = NOTHING;
  for (const one of ended) recorded = sum(recorded, await recordAlone(one));
  return recorded;
}

import { publishChange } from "@/lib/kernel/changes";
import { env } from "@/lib/kernel/env";
import { errorFields, log } from "@/lib/kernel/log";
import type { Attempt, EndedAttempt } from "./attempt";
import { endpointHealth } from "./endpoint-health";
import { planRetry } from "./plan-retry";
import { type AttemptRecord, type Recorded, recordAttempts } from "./store";

const NOTHING: Recorded = { attempted: 0, delivered: 0, givenUp: [], paused: [] };
const NOT_KEPT = "The receiver's response could not be stored.";

/** Whether the database refused what it was given, and would again: PostgreSQL's classes 22, data, and 23, constraints. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));
}

/** What was taken once more before this is the same attempt: it counts for the newer lease. */
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
  return { ...ended, retryMs: planRetry(failures, env().WEBHOOK_RETRY_DELAYS_S) };
}

function report({ givenUp, paused }: Recorded): void {
  for (const ids of givenUp) log().warn(ids, "a webhook failed for good");
  for (const partnerId of paused) log().warn({ partnerId }, "a webhook endpoint was paused");
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

/** Without what the receiver said, which is all that could not be foreseen. */
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
      log().error({ partnerId, eventId, failure }, "the database refused a webhook attempt");
    }
  }
  // Its lease ends, and it is sent again.
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
 * Records attempts at different events that have ended, and plans what comes next. One that the database refuses does
 * not keep the others from being recorded. May be repeated with the same attempts: what was recorded is left as it is.
 * @throws while the database is away.
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

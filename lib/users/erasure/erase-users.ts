import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { now } from "@/lib/kernel/clock";
import { HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { errorFields, log } from "@/lib/kernel/log";
import { doubledPauseMs } from "@/lib/kernel/retry-pause";
import { type ErasureState, eraseBatch, type UserErasure, userErasures } from "./sql-store";

/** Limits the concurrent batches, each of which takes a connection. */
const CONCURRENT = 2;
const BATCH_ROWS = 500;
/** A run erases this many batches of one user and leaves the rest to the next one, well within the lease. */
const MAX_BATCHES = 200;
const WAIT_MS = HOUR_MS;
/** The attempts before administrators are alerted: about half an hour, in which a short outage ends. */
const ALERT_AFTER_ATTEMPTS = 5;
const PAUSES = { firstMs: MINUTE_MS, maxMs: HOUR_MS };

const after = (ms: number) => new Date(now().getTime() + ms);

async function eraseBatches(userId: string): Promise<ErasureState> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const state = await eraseBatch(userId, BATCH_ROWS);
    if (state !== "more") return state;
  }
  return "more";
}

const alertOf = ({ userId }: UserErasure) => ({ kind: "erasure_failed" as const, subject: userId });

async function erase(erasure: Parameters<typeof userErasures.settle>[0]): Promise<boolean> {
  const { userId, partnerId, attempts }: UserErasure & { attempts: number } = erasure;
  try {
    const state = await eraseBatches(userId);
    const dueAt = { more: now(), waiting: after(WAIT_MS), done: null }[state];
    const whileHeld =
      attempts > ALERT_AFTER_ATTEMPTS ? () => closeAlert(alertOf(erasure)) : undefined;
    await userErasures.settle(erasure, { dueAt, isReset: true, outcome: {}, whileHeld });
    if (state === "done") log().info({ userId, partnerId }, "data of a deleted user erased");
    return true;
  } catch (error) {
    log().error({ userId, attempts, failure: errorFields(error) }, "data of a user not erased");
    const text = `The data of the deleted user ${userId} could not be erased in ${attempts} attempts.`;
    const whileHeld =
      attempts >= ALERT_AFTER_ATTEMPTS ? () => openAlert({ ...alertOf(erasure), text }) : undefined;
    const dueAt = after(doubledPauseMs(attempts, PAUSES));
    await userErasures.settle(erasure, { dueAt, outcome: {}, whileHeld });
    return false;
  }
}

/**
 * Erases the data of deleted users in the tables that the deletion itself leaves: events, the audit log, disputes and
 * failures of the issuer. Works in batches; a run that ends is continued by the next one. Source: docs/erasure.md
 */
export async function eraseUsers(): Promise<{ erased: number; failed: number }> {
  const { succeeded, failed } = await userErasures.work({ batch: CONCURRENT, handle: erase });
  return { erased: succeeded, failed };
}

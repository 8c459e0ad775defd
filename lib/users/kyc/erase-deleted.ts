import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { now } from "@/lib/kernel/clock";
import { HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { env } from "@/lib/kernel/env";
import { errorFields, log } from "@/lib/kernel/log";
import { doubledPauseMs } from "@/lib/kernel/retry-pause";
import { type Erasure, kycErasures } from "./applicants/store";
import { providerNamed } from "./provider";

/** Limits the concurrent calls to a provider. */
const BATCH_SIZE = 8;
/** The attempts before people are alerted: about an hour, in which a running review may end. */
const ALERT_AFTER_ATTEMPTS = 6;
const PAUSES = { firstMs: MINUTE_MS, maxMs: 6 * HOUR_MS };

const KIND = "kyc_erasure_failed";
/** One for each provider: an administrator closes it for good with the confirmation of one, which says nothing about another. */
const subjectOf = ({ userId, provider }: Erasure) => `${userId}:${provider}`;

async function closeAlerts(erasure: Erasure): Promise<void> {
  // The former version opened one for all providers of a user.
  for (const subject of [erasure.userId, subjectOf(erasure)])
    await closeAlert({ kind: KIND, subject });
}

async function erase(erasure: Erasure): Promise<boolean | undefined> {
  const { userId, provider, attempts } = erasure;
  try {
    await providerNamed(provider).erasePerson(erasure);
    const whileHeld = attempts > ALERT_AFTER_ATTEMPTS ? () => closeAlerts(erasure) : undefined;
    await kycErasures.settle(erasure, { dueAt: null, outcome: { erasedAt: now() }, whileHeld });
    log().info({ userId, provider, attempts }, "person erased at the provider");
    return true;
  } catch (error) {
    log().warn({ userId, provider, attempts, failure: errorFields(error) }, "erasure failed");
    const dueAt = new Date(now().getTime() + doubledPauseMs(attempts, PAUSES));
    const text = `The data of the deleted user ${userId} could not be erased at ${provider} in ${attempts} attempts.`;
    const alert = { kind: KIND, subject: subjectOf(erasure), text } as const;
    const whileHeld = attempts >= ALERT_AFTER_ATTEMPTS ? () => openAlert(alert) : undefined;
    await kycErasures.settle(erasure, { dueAt, outcome: {}, whileHeld });
    // What a former provider refuses says nothing about the one that is configured.
    return provider === env().KYC_PROVIDER ? false : undefined;
  }
}

/**
 * Erases the data of deleted users at the identity provider. The deletion of a user requests it in its own transaction; it
 * is attempted here until it succeeds.
 */
export async function eraseDeleted(): Promise<{ erased: number; failed: number }> {
  const { succeeded, failed } = await kycErasures.work({ batch: BATCH_SIZE, handle: erase });
  return { erased: succeeded, failed };
}

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

const alertOf = ({ userId }: Erasure) => ({ kind: "kyc_erasure_failed" as const, subject: userId });

async function erase(erasure: Erasure): Promise<boolean | undefined> {
  const { userId, provider, attempts } = erasure;
  try {
    await providerNamed(provider).erasePerson(erasure);
    const whileHeld =
      attempts > ALERT_AFTER_ATTEMPTS ? () => closeAlert(alertOf(erasure)) : undefined;
    await kycErasures.settle(erasure, { dueAt: null, outcome: { erasedAt: now() }, whileHeld });
    log().info({ userId, provider, attempts }, "person erased at the provider");
    return true;
  } catch (error) {
    log().warn({ userId, provider, attempts, failure: errorFields(error) }, "erasure failed");
    const dueAt = new Date(now().getTime() + doubledPauseMs(attempts, PAUSES));
    const text = `The data of the deleted user ${userId} could not be erased at ${provider} in ${attempts} attempts.`;
    const whileHeld =
      attempts >= ALERT_AFTER_ATTEMPTS ? () => openAlert({ ...alertOf(erasure), text }) : undefined;
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

import { now } from "@/lib/kernel/clock";
import { errorFields, log } from "@/lib/kernel/log";
import { closeApplicant, findOpenApplicant } from "../applicants/store";
import type { PersonOutcome, ProviderOutcome } from "../port";
import { learnBirthDateOf } from "./decide";
import {
  cancelSession,
  findSessionAtStripe,
  STRIPE,
  STRIPE_IDENTITY,
  type VerificationSession,
} from "./sessions";

/**
 * Ends a session whose document was accepted, or whose person was denied, after that was recorded: the person's next check
 * needs another session. Stripe itself never denies, so a denied person's session is canceled there.
 */
export async function endSession(
  session: Pick<VerificationSession, "id" | "status">,
  { userId, status }: Pick<PersonOutcome, "userId" | "status">,
): Promise<void> {
  if (session.status !== "verified" && status !== "denied") return;
  // Closed first: from now on no later attempt in this session counts.
  await closeApplicant(STRIPE, session.id, now());
  if (session.status !== "verified") await cancelSession(session.id);
  if (status === "approved") await learnBirthDateOf(userId, session.id);
}

/** Ends the session of an outcome that no callback brought. A failure is logged: the outcome is recorded. */
export async function settleOutcome({
  sessionId,
  status,
}: Pick<ProviderOutcome, "sessionId" | "status">): Promise<void> {
  const applicant = await findOpenApplicant(STRIPE, sessionId);
  if (!applicant?.providerId) return;
  const { userId, providerId } = applicant;
  try {
    const session = await findSessionAtStripe(providerId);
    if (session) await endSession(session, { userId, status });
  } catch (error) {
    log().warn({ provider: STRIPE_IDENTITY, userId, failure: errorFields(error) }, "not ended");
  }
}

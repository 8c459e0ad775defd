import { ServiceError } from "@/lib/kernel/errors";
import {
  isProviderRefused,
  isProviderUnavailable,
  ProviderUnavailable,
} from "@/lib/kernel/provider-error";
import {
  type Applicant,
  closeApplicant,
  openApplicant,
  storeProviderId,
} from "../applicants/store";
import { FIRST_POLL_AFTER_MS, pollApplicants } from "../poll-applicants";
import type { CheckPlace, CheckRequest, KycProvider, PersonOutcome } from "../port";
import { findSessionOfOutcome } from "../session-of-outcome";
import { findPerson } from "../store";
import { decide } from "./decide";
import { settleOutcome } from "./end-session";
import {
  createSession,
  findReportTime,
  findSessionAtStripe,
  redactSession,
  STRIPE,
  STRIPE_IDENTITY,
  type VerificationSession,
} from "./sessions";

async function currentApplicant({ userId, sessionId, at }: CheckRequest): Promise<Applicant> {
  const pollDueAt = new Date(at.getTime() + FIRST_POLL_AFTER_MS);
  const opening = { userId, provider: STRIPE, sessionId, at, pollDueAt };
  const applicant = await openApplicant(opening);
  if (!applicant) throw new ServiceError("KYC_SESSION_NOT_FOUND");
  return applicant;
}

async function create(request: CheckRequest): Promise<VerificationSession> {
  const applicant = await currentApplicant(request);
  const session = await createSession(applicant, request);
  await storeProviderId(applicant, session.id);
  return session;
}

/** A canceled or redacted session, or one of another account, cannot be continued. */
const isEnded = (session: VerificationSession | undefined): boolean =>
  !session || session.status === "canceled" || (session.redaction ?? null) !== null;

/** Returns the session of the person, which is reused until it is verified or canceled. */
async function currentSession(request: CheckRequest): Promise<VerificationSession> {
  const { providerId } = await currentApplicant(request);
  if (providerId === null) return create(request);
  const session = await findSessionAtStripe(providerId);
  if (session && !isEnded(session)) return session;
  await closeApplicant(STRIPE, providerId, request.at);
  return create(request);
}

/** Returns what a session means for its person; undefined while Stripe has not decided. */
async function decisionOfSession(
  session: VerificationSession,
  userId: string,
): Promise<PersonOutcome | undefined> {
  const person = await findPerson(userId);
  const decidedAt = person && (await findReportTime(session));
  return decidedAt && decide({ session, userId, person, decidedAt });
}

/** Like `decisionOfSession`. A decision that cannot be read now is left to the callback. */
async function tryDecision(
  session: VerificationSession,
  userId: string,
): Promise<PersonOutcome | undefined> {
  try {
    return await decisionOfSession(session, userId);
  } catch (error) {
    if (isProviderUnavailable(error)) return undefined;
    throw error;
  }
}

async function startCheck(request: CheckRequest): Promise<CheckPlace> {
  let session = await currentSession(request);
  const outcome = await tryDecision(session, request.userId);
  if (outcome && (await findSessionOfOutcome(outcome)) !== undefined)
    return { kind: "decided", outcome };
  if (outcome && session.status === "verified") {
    // The decision is recorded and led to this check, so the session was not ended.
    await closeApplicant(STRIPE, session.id, request.at);
    session = await create(request);
  }
  if (session.status !== "requires_input") return { kind: "pending" };
  const { url } = session;
  if (url !== null && /^https?:/.test(url)) return { kind: "redirect", url };
  const call = { provider: STRIPE_IDENTITY, operation: "findSession" };
  throw new ProviderUnavailable({ ...call, code: "no-url" });
}

/** Returns Stripe's decision about an applicant; undefined while there is none. */
async function decisionOf({ userId, providerId }: Applicant): Promise<PersonOutcome | undefined> {
  const session = providerId === null ? undefined : await findSessionAtStripe(providerId);
  if (!session || isEnded(session)) return undefined;
  return decisionOfSession(session, userId);
}

async function erase(id: string): Promise<void> {
  const session = await findSessionAtStripe(id);
  if (!session || (session.redaction ?? null) !== null) return;
  try {
    await redactSession(id);
  } catch (error) {
    // A canceled session of which Stripe keeps nothing cannot be redacted.
    if (session.status !== "canceled" || !isProviderRefused(error)) throw error;
  }
}

/**
 * Stripe Identity: a person completes a verification session on Stripe's page. Retries stay in the same session; events
 * arrive as callbacks (receive-callback.ts). Source: docs.stripe.com/identity.
 */
export function stripeIdentityProvider(): KycProvider {
  return {
    name: STRIPE,
    rowsWithNewUser: () => ({}),
    startCheck,
    takeOutcomes: (at) => pollApplicants({ provider: STRIPE, isMonitoring: false }, at, decisionOf),
    settleOutcome,
    erasePerson: async ({ providerId }) => {
      // A session whose id was never stored was never shown to the person, so it has no data.
      if (providerId !== null) await erase(providerId);
    },
  };
}

import { ServiceError } from "@/lib/kernel/errors";
import { type Applicant, openApplicant, storeProviderId } from "../applicants/store";
import { FIRST_POLL_AFTER_MS, pollApplicants } from "../poll-applicants";
import type { CheckPlace, CheckRequest, KycProvider, PersonOutcome } from "../port";
import { findSessionOfOutcome } from "../session-of-outcome";
import {
  deactivateApplicant,
  ensureApplicant,
  findApplicant,
  makeLink,
  type SumsubApplicant,
} from "./applicant-calls";
import { SUMSUB } from "./call-sumsub";
import { decisionOfApplicant, isInReview, learnBirthDateOf } from "./decision-of-applicant";

/** Returns the applicant of the person; creates it at the first opening, and again if it was deleted at Sumsub. */
async function currentApplicant(request: CheckRequest): Promise<SumsubApplicant> {
  const { userId, sessionId, at } = request;
  const pollDueAt = new Date(at.getTime() + FIRST_POLL_AFTER_MS);
  const applicant = await openApplicant({ userId, provider: SUMSUB, sessionId, at, pollDueAt });
  if (!applicant) throw new ServiceError("KYC_SESSION_NOT_FOUND");
  const known = applicant.providerId === null ? undefined : await findApplicant(userId);
  const current = known ?? (await ensureApplicant(request));
  if (current.id !== applicant.providerId) await storeProviderId(applicant, current.id);
  return current;
}

/** Returns the decision about an applicant, and stores the birth date with an approval. */
async function readDecision(applicant: SumsubApplicant, userId: string) {
  const decision = decisionOfApplicant(applicant, userId);
  if (decision?.status === "approved") await learnBirthDateOf(userId, async () => applicant);
  return decision;
}

async function startCheck(request: CheckRequest): Promise<CheckPlace> {
  const applicant = await currentApplicant(request);
  if (isInReview(applicant)) return { kind: "pending" };
  const outcome = await readDecision(applicant, request.userId);
  if (outcome && (await findSessionOfOutcome(outcome)) !== undefined)
    return { kind: "decided", outcome };
  // A final decision that is recorded already cannot be repeated at Sumsub: its page would send the person back at once.
  if (outcome && outcome.status !== "needsVerification") return { kind: "pending" };
  return { kind: "redirect", url: await makeLink(request) };
}

async function decisionOf({ userId }: Applicant): Promise<PersonOutcome | undefined> {
  const applicant = await findApplicant(userId);
  return applicant && readDecision(applicant, userId);
}

/**
 * Sumsub: one applicant per user, whose external id is our user id. The person completes the check on Sumsub's page;
 * decisions arrive as callbacks (receive-callback.ts). Source: docs.sumsub.com.
 */
export function sumsubProvider(): KycProvider {
  return {
    name: SUMSUB,
    rowsWithNewUser: () => ({}),
    startCheck,
    takeOutcomes: (at) => pollApplicants({ provider: SUMSUB, isMonitoring: true }, at, decisionOf),
    // A recorded outcome completes the check, and a completed check is not polled again.
    settleOutcome: async () => {},
    erasePerson: async ({ userId, providerId }) => {
      const applicantId = providerId ?? (await findApplicant(userId))?.id;
      if (applicantId !== undefined) await deactivateApplicant(applicantId);
    },
  };
}

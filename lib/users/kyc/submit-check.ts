import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";
import { kycProvider } from "./provider";
import { recordOutcome } from "./record-outcome";
import { SAMPLES } from "./sample-documents";
import { checkStaging, SANDBOX } from "./sandbox";
import { findSession } from "./store";
import type { SubmittedCheck } from "./submit-contract";
import { verificationResult } from "./verification-result";
import type { VerificationResult } from "./verification-view";

interface Submission {
  sessionId: string;
  check: SubmittedCheck;
  at: Date;
}

/**
 * Completes a check on the sandbox's hosted page. The sample document decides the outcome, in place of a provider.
 * @throws ServiceError KYC_SESSION_NOT_FOUND when the link has expired or is not the sandbox's; KYC_NOT_OPEN when the
 * check is already completed.
 */
export async function submitCheck({
  sessionId,
  check,
  at,
}: Submission): Promise<VerificationResult> {
  checkStaging(env().SERVICE_ENVIRONMENT === "staging");
  const session = await findSession(sessionId);
  // A check that began in the sandbox must not be completed there once a real provider is configured.
  if (kycProvider().name !== SANDBOX) throw new ServiceError("KYC_SESSION_NOT_FOUND");
  if (!session || session.provider !== SANDBOX || session.expiresAt <= at)
    throw new ServiceError("KYC_SESSION_NOT_FOUND");
  if (session.completedAt !== null || session.user.kycSessionId !== session.id)
    throw new ServiceError("KYC_NOT_OPEN");
  const { outcome: status, codes } = SAMPLES[check.sample];
  const recorded = await recordOutcome({ sessionId, status, codes, decidedAt: at });
  const after = recorded?.recorded ? await findSession(sessionId) : undefined;
  if (!after) throw new ServiceError("KYC_NOT_OPEN");
  return verificationResult(after);
}

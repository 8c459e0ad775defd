import type { KycOutcome } from "@/lib/contract/kyc-outcomes";
import { KYC_OPEN, type UserStatus } from "@/lib/users/states";
import { adviceFor } from "./denial-codes";
import { verificationUrl } from "./link";
import { returnUrl } from "./return-url";
import type { SessionState } from "./store";
import type { VerificationResult } from "./verification-view";

const OUTCOME_OF_STATUS: Record<UserStatus, KycOutcome> = {
  pending: "needsVerification",
  pending_kyc: "needsVerification",
  approved: "approved",
  denied: "denied",
};

/** The current result for the person of a completed check; a later check may have changed it. */
export function verificationResult({ user, redirectUrl }: SessionState): VerificationResult {
  return {
    outcome: OUTCOME_OF_STATUS[user.status],
    advice: adviceFor(user.reason),
    returnUrl: returnUrl(redirectUrl, user.id),
    nextUrl:
      KYC_OPEN.has(user.status) && user.kycSessionId !== null
        ? verificationUrl(user.kycSessionId)
        : undefined,
  };
}

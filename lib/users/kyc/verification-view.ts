import type { KycOutcome } from "@/lib/contract/kyc-outcomes";

/** The result of a check, as shown to the person. */
export interface VerificationResult {
  outcome: KycOutcome;
  /** The faults in sentences for the person; may be empty. */
  advice: string[];
  /** The link back to the site that requested the check. */
  returnUrl: string | undefined;
  /** The link of the next check when more is needed. */
  nextUrl: string | undefined;
}

/** The partner that requested the check. */
interface Requester {
  partnerName: string;
  logoUrl: string | null;
  isSandbox: boolean;
}

/** A check that the person can complete on our page. */
export interface OpenVerification extends Requester {
  kind: "open";
  sessionId: string;
  firstName: string;
  countryCode: string;
  /** The faults of the previous attempt; undefined at the first attempt. */
  resubmission: { advice: string[] } | undefined;
}

export interface ClosedVerification extends Requester, VerificationResult {
  kind: "closed";
}

/** The content of the hosted page. Importable by the browser. */
export type VerificationView =
  | OpenVerification
  | ClosedVerification
  | (Requester & { kind: "expired" })
  /** The person has done everything, and the provider is deciding. */
  | (Requester & { kind: "pending"; returnUrl: string | undefined })
  | { kind: "redirect"; url: string };

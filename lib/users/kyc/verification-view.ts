import type { KycOutcome } from "@/lib/contract/kyc-outcomes";

/** How a check ended, as its person sees it. */
export interface VerificationResult {
  outcome: KycOutcome;
  /** What was wrong, in sentences for the person; may be empty. */
  advice: string[];
  /** Back to who asked for the check. */
  returnUrl: string | undefined;
  /** Where to go on when more is needed. */
  nextUrl: string | undefined;
}

/** Whose check it is. */
interface Asked {
  partnerName: string;
  isSandbox: boolean;
}

/** A check that its person can go through on our page. */
export interface OpenVerification extends Asked {
  kind: "open";
  sessionId: string;
  firstName: string;
  countryCode: string;
  /** What was wrong the last time; undefined at the first. */
  resubmission: { advice: string[] } | undefined;
}

export interface ClosedVerification extends Asked, VerificationResult {
  kind: "closed";
}

/** What the hosted page shows. Importable by the browser. */
export type VerificationView =
  | OpenVerification
  | ClosedVerification
  | (Asked & { kind: "expired" })
  | { kind: "redirect"; url: string };

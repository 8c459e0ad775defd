import type { DenialCode } from "../denial-codes";

interface Failure {
  code: DenialCode;
  /** The attempt with this failure that denies the person: 1 for the first one; never without it. */
  deniedAt?: number;
}

/** Source: docs.stripe.com/identity/handle-verification-outcomes */
const FAILURES = new Map<string, Failure>([
  ["country_not_supported", { code: "WRONG_USER_REGION", deniedAt: 1 }],
  ["under_supported_age", { code: "AGE_REQUIREMENT_MISMATCH", deniedAt: 1 }],
  ["document_expired", { code: "EXPIRATION_DATE" }],
  ["document_type_not_supported", { code: "BAD_PROOF_OF_IDENTITY" }],
  ["document_unverified_other", { code: "UNSATISFACTORY_PHOTOS", deniedAt: 3 }],
  ["selfie_document_missing_photo", { code: "BAD_SELFIE" }],
  ["selfie_unverified_other", { code: "BAD_SELFIE" }],
  ["selfie_face_mismatch", { code: "SELFIE_MISMATCH", deniedAt: 2 }],
  ["selfie_manipulated", { code: "FRAUDULENT_LIVENESS", deniedAt: 1 }],
  ["id_number_mismatch", { code: "INCORRECT_SOCIAL_NUMBER" }],
  ["id_number_insufficient_document_data", { code: "DB_DATA_NOT_FOUND" }],
  ["id_number_unverified_other", { code: "DB_DATA_MISMATCH" }],
  ["consent_declined", { code: "CHECK_UNAVAILABLE", deniedAt: 1 }],
]);

/** Abandoned, an unfit device, an e-mail or a phone that was not confirmed, and codes that this version does not know. */
const INCOMPLETE: Failure = { code: "NOT_ALL_CHECKS_COMPLETED" };

/** A document of another person: it may be a mistake once. */
export const NAME_MISMATCH: Failure = { code: "PROBLEMATIC_APPLICANT_DATA", deniedAt: 2 };

/** Returns what an error of a verification session means for the person. */
export const readError = (errorCode: string): Failure => FAILURES.get(errorCode) ?? INCOMPLETE;

/** Returns the outcome of a failure. `attempts` counts those with the same code, this one included. */
export function outcomeOfFailure(
  { code, deniedAt = Number.POSITIVE_INFINITY }: Failure,
  attempts: number,
) {
  const status = attempts >= deniedAt ? ("denied" as const) : ("needsVerification" as const);
  return { status, codes: [code] };
}

import type { KycOutcome } from "@/lib/contract/kyc-outcomes";
import type { DenialCode } from "./denial-codes";

/**
 * The document kinds of the sandbox's hosted page, which has samples instead of a camera. Importable by the browser.
 */
export const DOCUMENT_KINDS = [
  "passport",
  "id_card",
  "driving_licence",
  "residence_permit",
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const DOCUMENT_NAMES: Record<DocumentKind, string> = {
  passport: "Passport",
  id_card: "Identity card",
  driving_licence: "Driving licence",
  residence_permit: "Residence permit",
};

export const SAMPLE_IDS = ["valid", "blurred", "expired", "unsupported_region", "forged"] as const;
export type SampleId = (typeof SAMPLE_IDS)[number];

interface Sample {
  name: string;
  note: string;
  outcome: KycOutcome;
  codes: readonly DenialCode[];
}

/** In the sandbox the chosen sample decides the outcome. */
export const SAMPLES: Record<SampleId, Sample> = {
  valid: { name: "Clear and valid", note: "Will be approved", outcome: "approved", codes: [] },
  blurred: {
    name: "Blurred photo",
    note: "Requests a better photo",
    outcome: "needsVerification",
    codes: ["UNSATISFACTORY_PHOTOS"],
  },
  expired: {
    name: "Expired document",
    note: "Requests another document",
    outcome: "needsVerification",
    codes: ["EXPIRATION_DATE"],
  },
  unsupported_region: {
    name: "Region not supported",
    note: "Will be denied",
    outcome: "denied",
    codes: ["WRONG_USER_REGION"],
  },
  forged: {
    name: "Altered document",
    note: "Will be denied",
    outcome: "denied",
    codes: ["FORGERY", "REGULATIONS_VIOLATIONS"],
  },
};

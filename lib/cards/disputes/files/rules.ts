import type { IssuerName } from "../../network/message";

/** The formats that card issuers accept as evidence. Sources: Stripe's and Lithic's references; decision 0083. */
export const EVIDENCE_MEDIA_TYPES = ["application/pdf", "image/png", "image/jpeg"] as const;
export type EvidenceMediaType = (typeof EVIDENCE_MEDIA_TYPES)[number];

/** Stripe's limit, which is the lowest. */
export const MAX_EVIDENCE_BYTES = 5_000_000;

/** The highest number of files of one dispute, of any issuer. */
export const MAX_EVIDENCE_FILES = 5;

/** How many files a dispute can have. Stripe's evidence has one field for a document. */
export const EVIDENCE_FILES_OF: Record<IssuerName, number> = {
  sandbox: MAX_EVIDENCE_FILES,
  stripe: 1,
  lithic: MAX_EVIDENCE_FILES,
};

export const MAX_FILE_NAME_CHARACTERS = 120;

/** A file that no dispute has is deleted afterwards. */
export const FREE_FILE_KEPT_MS = 24 * 3_600_000;
/** Files are deleted this long after the decision. Until then an operator can submit a failed dispute again. */
export const DECIDED_FILE_KEPT_MS = 30 * 24 * 3_600_000;

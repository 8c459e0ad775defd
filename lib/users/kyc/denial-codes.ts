/**
 * The reasons for which an identity check did not end in approval: Sumsub's rejection labels, with advice for the
 * person. Labels without advice concern the operator. For these the person learns only that the check was not passed:
 * more could warn a person whom the law forbids to warn. Importable by the browser. Source: design 7, denial codes;
 * docs.sumsub.com, rejection labels.
 */
const UNREADABLE =
  "The photo of the document could not be read. Retake it in good light with all corners visible.";
const WRONG_DOCUMENT =
  "The document cannot be accepted. Use an original passport, identity card, driving licence or residence permit.";
const ADDRESS =
  "The address could not be confirmed. Use a recent document that shows your name and address.";
const FACE =
  "The face check was not successful. Repeat it alone, in good light, with your whole face visible.";
const DETAILS = "The details on the document differ from your registration details.";
const REPEAT = "The verification was not completed. Please complete it again.";

export const DENIAL_CODES = {
  ADDITIONAL_DOCUMENT_REQUIRED: "Another document is required.",
  ADVERSE_MEDIA: undefined,
  AGE_REQUIREMENT_MISMATCH: "You do not meet the minimum age.",
  APPLICANT_INTERRUPTED_INTERVIEW: REPEAT,
  BACK_SIDE_MISSING: "The back of the document is missing.",
  BAD_AVATAR: FACE,
  BAD_FACE_MATCHING: FACE,
  BAD_PROOF_OF_ADDRESS: ADDRESS,
  BAD_PROOF_OF_IDENTITY: WRONG_DOCUMENT,
  BAD_PROOF_OF_PAYMENT: "The proof of payment cannot be accepted.",
  BAD_SELFIE: FACE,
  BAD_VIDEO_SELFIE: FACE,
  BLACK_AND_WHITE: "The photo is black and white. Retake it in color.",
  BLACKLIST: undefined,
  BLOCKLIST: undefined,
  CHECK_UNAVAILABLE: REPEAT,
  COMPROMISED_PERSONS: undefined,
  CONNECTION_INTERRUPTED: REPEAT,
  CRIMINAL: undefined,
  DB_DATA_MISMATCH: DETAILS,
  DB_DATA_NOT_FOUND: DETAILS,
  DIGITAL_DOCUMENT: "A digital document cannot be accepted. Use the original.",
  DOCUMENT_DAMAGED: "The document is damaged. Use another one.",
  DOCUMENT_DEPRIVED: WRONG_DOCUMENT,
  DOCUMENT_MISSING: "The document is missing.",
  DOCUMENT_PAGE_MISSING: "A page of the document is missing.",
  DOCUMENT_TEMPLATE: undefined,
  DUPLICATE: undefined,
  EXPERIENCE_REQUIREMENT_MISMATCH: "You do not meet the required experience.",
  EXPIRATION_DATE: "The document has expired. Use a valid document.",
  EXTERNAL_DECISION_REJECTION: undefined,
  FOREIGNER: "Documents of your country are not accepted here.",
  FORGERY: undefined,
  FRAUDULENT_LIVENESS: undefined,
  FRAUDULENT_PATTERNS: undefined,
  FRONT_SIDE_MISSING: "The front of the document is missing.",
  GRAPHIC_EDITOR: "The photo was edited. Retake it without edits.",
  ID_INVALID: WRONG_DOCUMENT,
  INCOMPATIBLE_LANGUAGE: "The document’s language is not supported. Provide a translation.",
  INCOMPLETE_DOCUMENT: UNREADABLE,
  INCONSISTENT_PROFILE: DETAILS,
  INCORRECT_SOCIAL_NUMBER: DETAILS,
  LOW_QUALITY: UNREADABLE,
  MORE_DOCUMENTS_REQUIRED: "Another document is required.",
  NOT_ALL_CHECKS_COMPLETED: REPEAT,
  NOT_DOCUMENT: WRONG_DOCUMENT,
  PEP: undefined,
  PROBLEMATIC_APPLICANT_DATA: DETAILS,
  REGULATIONS_VIOLATIONS: undefined,
  REQUESTED_DATA_MISMATCH: DETAILS,
  SANCTIONS: undefined,
  SCREENSHOTS: "A photo of a screen cannot be accepted. Take a photo of the document itself.",
  SELFIE_MISMATCH: FACE,
  SELFIE_WITH_PAPER: FACE,
  SPAM: undefined,
  SUSPICIOUS_PATTERNS: undefined,
  THIRD_PARTY_INVOLVED: undefined,
  UNFILLED_ID: "The document is not signed or not complete.",
  UNSATISFACTORY_PHOTOS: UNREADABLE,
  UNSUITABLE_ENV: FACE,
  UNSUPPORTED_LANGUAGE: "Your language is not supported for the video check.",
  WRONG_ADDRESS: ADDRESS,
  WRONG_USER_REGION: "The country or region of the document is not supported.",
} as const satisfies Record<string, string | undefined>;

export type DenialCode = keyof typeof DENIAL_CODES;

/** The code of a denial for which the provider gives no reason, since the event always carries one. */
export const UNSPECIFIED_DENIAL: DenialCode = "REGULATIONS_VIOLATIONS";

export function isDenialCode(code: string): code is DenialCode {
  return Object.hasOwn(DENIAL_CODES, code);
}

/** Returns the advice for comma-separated codes, without duplicates. */
export function adviceFor(reason: string | null): string[] {
  const advice = (reason ?? "")
    .split(",")
    .map((code) => (isDenialCode(code) ? DENIAL_CODES[code] : undefined));
  return [...new Set(advice.filter((text) => text !== undefined))];
}

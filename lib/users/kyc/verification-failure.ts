/** Why the verification page cannot be shown. Importable by the browser. */
const FAILURE_KINDS = ["provider", "too-many", "fault"] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

export interface VerificationFailure {
  kind: FailureKind;
  requestId: string;
}

/** The text of a failure. The framework passes only one field of an error to the error page. */
export const writeFailure = ({ kind, requestId }: VerificationFailure): string =>
  `${kind} ${requestId}`;

/** Reads the text of a failure; a fault without an id for any other text. */
export function readFailure(digest: unknown): Partial<VerificationFailure> & { kind: FailureKind } {
  const [word, requestId] = String(digest ?? "").split(" ");
  const kind = FAILURE_KINDS.find((each) => each === word);
  return kind && requestId ? { kind, requestId } : { kind: "fault" };
}

/** The kinds of periodic checks of the database. */
export type CheckKind =
  | "audit_log"
  | "invariants"
  | "reconciliation"
  | "issuer_cards"
  | "card_postings"
  | "recent_entries"
  | "sealed_days"
  | "book_parts";

/** The last run of a check. */
export interface Check {
  kind: CheckKind;
  ranAt: Date;
  durationMs: number;
  isSound: boolean;
  /** The time of the last run without faults; null if there was none. */
  soundAt: Date | null;
  /** The result, as JSON in the shape of its kind. */
  result: unknown;
  /** The person who requested the run; null for the service itself. */
  person: { id: string; name: string } | null;
}

/** What is held to be true of the whole database, and looked at again and again. */
export type CheckKind = "audit_log" | "invariants" | "reconciliation";

/** A check as it was last made. */
export interface Check {
  kind: CheckKind;
  ranAt: Date;
  durationMs: number;
  isSound: boolean;
  /** When it last found nothing; null when it never did. */
  soundAt: Date | null;
  /** What it found, as JSON of the kind's own shape. */
  result: unknown;
  /** Who asked for it; null when the service did by itself. */
  person: { id: string; name: string } | null;
}

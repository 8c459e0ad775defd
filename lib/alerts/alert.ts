/** The kinds of alerts. */
export type AlertKind =
  | "chain_stopped"
  | "deposit_suspense"
  | "deposit_orphaned"
  | "deposit_replaced"
  | "treasury_short"
  | "token_refuses"
  | "signer_missing"
  | "gas_low"
  | "fees_high"
  | "payout_stuck"
  | "payout_lost"
  | "refunded_and_paid"
  | "chain_clock"
  | "sweep_failed"
  | "reconciliation"
  | "books_broken"
  | "audit_log_broken";

/**
 * Kinds about money that is missing or was paid twice. Once settled with a partner, such an alert is not opened again.
 */
const TOLD_ONCE: readonly AlertKind[] = [
  "deposit_orphaned",
  "deposit_replaced",
  "payout_lost",
  "refunded_and_paid",
];

/**
 * Kinds that only people can close, because the service may not detect their end: an address that was emptied by hand
 * is never swept again. All other alerts close automatically when their cause ends.
 */
export const CLOSED_BY_PEOPLE: readonly AlertKind[] = [...TOLD_ONCE, "sweep_failed"];

/** True if an alert that a person closed is opened again when its cause recurs. */
export const isToldAgain = (kind: AlertKind): boolean => !TOLD_ONCE.includes(kind);

/** The identity of an alert: at most one alert per kind and subject is open. */
export interface AlertSubject {
  kind: AlertKind;
  /** The id of its object: a chain, a deposit, a withdrawal. */
  subject: string;
}

export interface NewAlert extends AlertSubject {
  /** For people: the fault, and what to do. */
  text: string;
}

/** Everything that an operator is told of by an alert. */
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
 * Those that tell of money that is missing or was given twice: once it is agreed on with a partner, the same is not to be
 * told again.
 */
const TOLD_ONCE: readonly AlertKind[] = [
  "deposit_orphaned",
  "deposit_replaced",
  "payout_lost",
  "refunded_and_paid",
];

/**
 * Those whose end people see and the service may not: an address is never swept again when it was emptied by hand. All
 * others close by themselves once what they tell of is over.
 */
export const CLOSED_BY_PEOPLE: readonly AlertKind[] = [...TOLD_ONCE, "sweep_failed"];

/** Whether an alert that a person has closed is opened again when it is so again. */
export const isToldAgain = (kind: AlertKind): boolean => !TOLD_ONCE.includes(kind);

/** What names an alert: one of a kind is open at a time about a subject. */
export interface AlertSubject {
  kind: AlertKind;
  /** What it is about: a chain, a deposit, a withdrawal. */
  subject: string;
}

export interface NewAlert extends AlertSubject {
  /** For people: what is wrong, and what to do. */
  text: string;
}

interface AlertDefinition {
  /** The condition, as a heading. The text of an alert has the facts: amounts, ids, addresses. */
  title: string;
  /** `failed`: something does not work now; `attention`: something may soon fail, or money is not where it should be. */
  severity: "failed" | "attention";
  /** What a person should do. */
  remedy: string;
  /**
   * Who may close the alert. The service closes an alert when its cause ends. Administrators may close only alerts whose
   * end the service may not detect: an address that was emptied by hand is never swept again.
   */
  closedBy: "service" | "administrators";
  /**
   * Whether an alert that a person closed is opened again when its cause recurs. False for money that is missing or was
   * paid twice: after a settlement with the partner the cause remains, and so does the settlement.
   */
  reopens: boolean;
}

/** Every kind of alert. The types, the Health page, its API and docs/alerts.md are derived from this table. */
export const ALERTS = {
  chain_stopped: {
    title: "Chain stopped",
    severity: "failed",
    remedy:
      "Correct the chain's node or its RPC_URL setting. The chain continues when a check finds the right chain and tokens.",
    closedBy: "service",
    reopens: true,
  },
  deposit_suspense: {
    title: "Deposit held",
    severity: "attention",
    remedy: "Agree with the partner, then credit its wallet under Held deposits.",
    closedBy: "service",
    reopens: true,
  },
  deposit_orphaned: {
    title: "Credited deposit removed from the chain",
    severity: "failed",
    remedy:
      "Check the transaction in an explorer. The alert closes automatically if it comes back. If it does not, the money is missing from custody: agree with the partner on its return, then close the alert.",
    closedBy: "administrators",
    reopens: false,
  },
  deposit_replaced: {
    title: "Credited deposit replaced on the chain",
    severity: "failed",
    remedy:
      "Check the transaction in an explorer and agree with the partners on the difference. If a partner should have more, send it to its deposit address. Then close the alert; it closes automatically if the transfer disappears.",
    closedBy: "administrators",
    reopens: false,
  },
  treasury_short: {
    title: "Treasury short",
    severity: "attention",
    remedy:
      "Sweep the deposit addresses (CHAIN_SWEEP_MIN_USD), or bring money to the treasury (docs/treasury.md).",
    closedBy: "service",
    reopens: true,
  },
  token_refuses: {
    title: "Token refuses a payout",
    severity: "failed",
    remedy:
      "Check whether the token is paused or blocks the treasury or the recipient. The transfer is retried automatically. If a withdrawal can never be paid, fail it on its page.",
    closedBy: "service",
    reopens: true,
  },
  signer_missing: {
    title: "Signer missing",
    severity: "failed",
    remedy: "Set CHAIN_SIGNER_MNEMONIC and restart the service.",
    closedBy: "service",
    reopens: true,
  },
  gas_low: {
    title: "Relayer low on gas",
    severity: "attention",
    remedy: "Send the chain's coin to the relayer.",
    closedBy: "service",
    reopens: true,
  },
  fees_high: {
    title: "Network fees too high",
    severity: "attention",
    remedy: "Wait until the fee is lower, or raise CHAIN_MAX_FEE_GWEI to send payouts now.",
    closedBy: "service",
    reopens: true,
  },
  payout_stuck: {
    title: "Transactions not mined",
    severity: "failed",
    remedy:
      "Check that the node forwards transactions and that the relayer has coins for gas. The transactions are resent automatically.",
    closedBy: "service",
    reopens: true,
  },
  payout_lost: {
    title: "Completed payout removed from the chain",
    severity: "failed",
    remedy:
      "Wait: the payment is resent while its authorization is valid, and the alert closes automatically when it is confirmed. If the alert is still open after the authorization expires (CHAIN_PAYOUT_VALID_S), agree with the partner on a new withdrawal, then close the alert.",
    closedBy: "administrators",
    reopens: false,
  },
  refunded_and_paid: {
    title: "Withdrawal refunded and paid",
    severity: "failed",
    remedy: "Agree with the partner on the return, then close the alert.",
    closedBy: "administrators",
    reopens: false,
  },
  chain_clock: {
    title: "Chain ahead of the clock",
    severity: "failed",
    remedy:
      "Check whether the node is the right one, and check the clocks of the node and of the database.",
    closedBy: "service",
    reopens: true,
  },
  sweep_failed: {
    title: "Deposit address not swept",
    severity: "attention",
    remedy:
      "Check whether the token is paused or blocks the address; sweeps are retried automatically. Move the balance of an address that the service has no key for with the original recovery phrase, then close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
  reconciliation: {
    title: "Books and chain differ",
    severity: "failed",
    remedy:
      "Run npm run reconcile for details, and npm run audit if the ledger itself does not balance. See docs/treasury.md for the procedure.",
    closedBy: "service",
    reopens: true,
  },
  books_broken: {
    title: "Invariant of the books broken",
    severity: "failed",
    remedy: "Run npm run audit for the rows. See docs/books.md for the procedure.",
    closedBy: "service",
    reopens: true,
  },
  audit_log_broken: {
    title: "Audit log modified",
    severity: "failed",
    remedy:
      "The database was changed outside the service. Run npm run verify-audit. See docs/books.md for the procedure.",
    closedBy: "service",
    reopens: true,
  },
} as const satisfies Record<string, AlertDefinition>;

export type AlertKind = keyof typeof ALERTS;

export const ALERT_KINDS = Object.keys(ALERTS) as AlertKind[];

/** A process of an earlier version finds alerts of kinds that only a later version has. */
const UNKNOWN: AlertDefinition = {
  title: "Alert of a later version",
  severity: "attention",
  remedy: "Open this page on a process of the version that raised the alert.",
  closedBy: "service",
  reopens: true,
};

/** The definition of a stored kind. */
export function alertDefinition(kind: string): AlertDefinition {
  const known: Record<string, AlertDefinition> = ALERTS;
  return (Object.hasOwn(known, kind) ? known[kind] : undefined) ?? UNKNOWN;
}

/** Whether administrators may close an alert of this kind. */
export const isClosedByPeople = (kind: string): boolean =>
  alertDefinition(kind).closedBy === "administrators";

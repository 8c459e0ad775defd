import type { AlertDefinition } from "./definition";

/** Alerts of the books and of the audit log. */
export const RECORD_ALERTS = {
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
    remedy:
      "Run npm run audit for the rows. Those of daily-roots, which it does not check, are on the Books page. See docs/books.md for the procedure.",
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

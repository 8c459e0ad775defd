import { auditLedger } from "@/lib/accounting/checks/audit-ledger";
import { reconcileBooks } from "@/lib/accounting/checks/reconcile-books";
import { sealDays } from "@/lib/accounting/proofs/seal-days";
import { snapshotHourlyBalances } from "@/lib/accounting/snapshot-hourly-balances";
import { sumCards } from "@/lib/activity/overview/sum-cards";
import { sumWallets } from "@/lib/activity/overview/sum-wallets";
import { verifyHourly } from "@/lib/audit/chain/verify-hourly";
import { rankPartners } from "@/lib/backoffice/partners/list/rank-partners";
import { HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { env } from "@/lib/kernel/env";
import type { Job } from "./job";

export const auditLedgerJob: Job = {
  name: "audit-ledger",
  everyMs: HOUR_MS,
  runsAtStart: true,
  oncePerInterval: true,
  run: auditLedger,
};

/** Reconciles the books with the chains. Source: docs/treasury.md. */
export const reconcileJob: Job = {
  name: "reconcile",
  get everyMs() {
    return env().CHAIN_RECONCILE_MS;
  },
  // Always: the last run that a restored database names was of the database that it is a copy of.
  runsAtStart: "always",
  oncePerInterval: true,
  run: reconcileBooks,
};

/**
 * Stores hourly balances, so that past balances are found quickly. Source: docs/decisions/0023-books-at-an-instant.md.
 */
export const snapshotHourlyBalancesJob: Job = {
  name: "snapshot-hourly-balances",
  everyMs: 600_000,
  runsAtStart: true,
  oncePerInterval: true,
  run: snapshotHourlyBalances,
};

/** Signs a root over each partner's journals of each ended day. Source: docs/decisions/0092-verifiable-ledger.md. */
export const sealLedgerDaysJob: Job = {
  name: "seal-ledger-days",
  everyMs: MINUTE_MS,
  runsAtStart: true,
  oncePerInterval: true,
  run: sealDays,
};

/** Maintains the sums that make the overview fast. Source: docs/decisions/0027-sums-of-the-overview.md. */
export const sumWalletsJob: Job = {
  name: "sum-wallets",
  everyMs: MINUTE_MS,
  run: sumWallets,
};

/** Maintains the sums of cards on the overview. Source: docs/decisions/0075-sums-of-cards.md. */
export const sumCardsJob: Job = {
  name: "sum-cards",
  everyMs: MINUTE_MS,
  run: sumCards,
};

/** Maintains the order of the console's partners. Source: docs/decisions/0097-order-of-partners.md. */
export const rankPartnersJob: Job = {
  name: "rank-partners",
  everyMs: 300_000,
  runsAtStart: true,
  oncePerInterval: true,
  run: rankPartners,
};

/** Verifies the hashes of the audit log. Source: docs/decisions/0022-audit-chain.md. */
export const verifyAuditLogJob: Job = {
  name: "verify-audit-log",
  everyMs: HOUR_MS,
  runsAtStart: true,
  oncePerInterval: true,
  run: verifyHourly,
};

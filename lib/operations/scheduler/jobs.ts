import { auditLedger } from "@/lib/accounting/checks/audit-ledger";
import { reconcileBooks } from "@/lib/accounting/checks/reconcile-books";
import { snapshotHourlyBalances } from "@/lib/accounting/snapshot-hourly-balances";
import { sumWallets } from "@/lib/activity/overview/sum-wallets";
import { verifyHourly } from "@/lib/audit/chain/verify-hourly";
import { watchChains } from "@/lib/deposits/watch/watch-chains";
import { env } from "@/lib/kernel/env";
import { purgeRequestLog } from "@/lib/request-log/purge-request-log";
import { payoutSender } from "@/lib/treasury/payouts/payout-sender";
import { sweepDeposits } from "@/lib/treasury/sweeps/sweep-deposits";
import { collectOutcomes } from "@/lib/users/kyc/collect-outcomes";
import { dispatcher } from "@/lib/webhooks/delivery/dispatcher";
import { endWithdrawal } from "@/lib/withdrawals/end-withdrawal";
import type { Job } from "./job";

export const collectKycOutcomesJob: Job = {
  name: "collect-kyc-outcomes",
  everyMs: 1_000,
  run: collectOutcomes,
};

export const auditLedgerJob: Job = {
  name: "audit-ledger",
  everyMs: 3_600_000,
  runsAtStart: true,
  run: auditLedger,
};

/**
 * Attempts deliveries that are due for a retry; first attempts do not wait for this job. Source: spec: Delivery and
 * retries.
 */
export const deliverWebhooksJob: Job = {
  name: "deliver-webhooks",
  // A getter, because the settings are not available during a build.
  get everyMs() {
    return env().WEBHOOK_SWEEP_MS;
  },
  run: () => dispatcher().drain(),
};

/** Credits confirmed deposits. Source: docs/decisions/0015-chains.md. */
export const watchChainsJob: Job = {
  name: "watch-chains",
  get everyMs() {
    return env().CHAIN_WATCH_MS;
  },
  run: watchChains,
};

/** Sends approved withdrawals and sweeps. Source: docs/decisions/0015-chains.md. */
export const sendPayoutsJob: Job = {
  name: "send-payouts",
  get everyMs() {
    return env().CHAIN_SEND_MS;
  },
  run: () => payoutSender.advance(endWithdrawal),
};

/** Creates sweeps of deposits to the treasury; the sender sends them. Source: docs/treasury.md. */
export const sweepDepositsJob: Job = {
  name: "sweep-deposits",
  get everyMs() {
    return env().CHAIN_SWEEP_MS;
  },
  run: sweepDeposits,
};

/** Reconciles the books with the chains. Source: docs/treasury.md. */
export const reconcileJob: Job = {
  name: "reconcile",
  get everyMs() {
    return env().CHAIN_RECONCILE_MS;
  },
  runsAtStart: true,
  run: reconcileBooks,
};

/**
 * Stores hourly balances, so that past balances are found quickly. Source: docs/decisions/0023-books-at-an-instant.md.
 */
export const snapshotHourlyBalancesJob: Job = {
  name: "snapshot-hourly-balances",
  everyMs: 600_000,
  runsAtStart: true,
  run: snapshotHourlyBalances,
};

/** Maintains the sums that make the overview fast. Source: docs/decisions/0027-sums-of-the-overview.md. */
export const sumWalletsJob: Job = {
  name: "sum-wallets",
  everyMs: 60_000,
  run: sumWallets,
};

/** Verifies the hashes of the audit log. Source: docs/decisions/0022-audit-chain.md. */
export const verifyAuditLogJob: Job = {
  name: "verify-audit-log",
  everyMs: 3_600_000,
  runsAtStart: true,
  run: verifyHourly,
};

/** Deletes old rows of the request log. Source: docs/decisions/0017-request-log.md */
export const purgeRequestLogJob: Job = {
  name: "purge-request-log",
  everyMs: 600_000,
  runsAtStart: true,
  run: purgeRequestLog,
};

/** All background jobs of the service. */
export const JOBS: readonly Job[] = [
  watchChainsJob,
  sendPayoutsJob,
  collectKycOutcomesJob,
  deliverWebhooksJob,
  auditLedgerJob,
  snapshotHourlyBalancesJob,
  sumWalletsJob,
  sweepDepositsJob,
  reconcileJob,
  verifyAuditLogJob,
  purgeRequestLogJob,
];

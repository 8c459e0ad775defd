import { advanceDisputes } from "@/lib/cards/disputes/advance-disputes";
import { purgeEvidenceFiles } from "@/lib/cards/disputes/files/purge-files";
import { expireHolds } from "@/lib/cards/holds/expire-holds";
import { applyDueEvents } from "@/lib/cards/inbound/apply-due-events";
import { catchUpEvents } from "@/lib/cards/inbound/catch-up";
import { purgeIssuerEvents } from "@/lib/cards/inbound/purge-events";
import { reconcilePostings } from "@/lib/cards/inbound/reconcile/reconcile-postings";
import { deliverUpdates } from "@/lib/cards/issuer-state/deliver-updates";
import { reconcileCards } from "@/lib/cards/issuer-state/reconcile/reconcile-cards";
import { requireEqualClocks } from "@/lib/db/require-equal-clocks";
import { watchChains } from "@/lib/deposits/watch/watch-chains";
import { purgeChallenges } from "@/lib/identity/passkeys/challenges";
import { DAY_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { env } from "@/lib/kernel/env";
import { countInTurn } from "@/lib/kernel/in-turn";
import { queueFailingEndpointMail } from "@/lib/notifications/outbox/queue-failing";
import { purgeMessages } from "@/lib/notifications/purge-messages";
import { deliverMessages } from "@/lib/notifications/send/deliver-messages";
import { purgeRateBuckets } from "@/lib/operations/rates/store";
import { leftOldRows, purgeOldRows } from "@/lib/operations/retention/purge-old-rows";
import { purgePasswordResets } from "@/lib/people/password-reset/purge-password-resets";
import { purgeRequestLog } from "@/lib/request-log/purge-request-log";
import { payoutSender } from "@/lib/treasury/payouts/payout-sender";
import { findPayouts } from "@/lib/treasury/restored/find-payouts";
import { sweepDeposits } from "@/lib/treasury/sweeps/sweep-deposits";
import { eraseUsers } from "@/lib/users/erasure/erase-users";
import { collectOutcomes } from "@/lib/users/kyc/collect-outcomes";
import { eraseDeleted } from "@/lib/users/kyc/erase-deleted";
import { deliverDue } from "@/lib/webhooks/delivery/deliver-due";
import { purgeWebhookSecrets } from "@/lib/webhooks/purge-secrets";
import { endWithdrawal } from "@/lib/withdrawals/end-withdrawal";
import { refreshListSoon } from "@/lib/withdrawals/screening/refresh-list";
import {
  auditLedgerJob,
  rankPartnersJob,
  reconcileJob,
  sealLedgerDaysJob,
  snapshotHourlyBalancesJob,
  sumCardsJob,
  sumWalletsJob,
  verifyAuditLogJob,
} from "./books-jobs";
import type { Job } from "./job";

export const collectKycOutcomesJob: Job = {
  name: "collect-kyc-outcomes",
  everyMs: 1_000,
  run: collectOutcomes,
};

/** Erases the data of deleted users at the identity provider. Source: docs/decisions/0066-identity-providers.md */
export const eraseKycDataJob: Job = {
  name: "erase-kyc-data",
  everyMs: MINUTE_MS,
  run: eraseDeleted,
};

/** Erases the data of deleted users in the tables that the deletion leaves. Source: docs/erasure.md */
export const eraseUserDataJob: Job = {
  name: "erase-user-data",
  everyMs: MINUTE_MS,
  run: eraseUsers,
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
  run: deliverDue,
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
  wokenBy: "withdrawals",
  run: () => payoutSender.advance(endWithdrawal),
};

/**
 * Finds payouts on the chains that the database does not have, as after a restore. Source:
 * docs/decisions/0110-restored-database.md
 */
export const findPayoutsJob: Job = {
  name: "find-payouts",
  everyMs: 15_000,
  run: () => findPayouts(endWithdrawal),
};

/** Creates sweeps of deposits to the treasury; the sender sends them. Source: docs/treasury.md. */
export const sweepDepositsJob: Job = {
  name: "sweep-deposits",
  get everyMs() {
    return env().CHAIN_SWEEP_MS;
  },
  run: sweepDeposits,
};

/** Sends e-mails, and alerts to the operator's webhook. Source: docs/decisions/0088-mail.md */
export const deliverMessagesJob: Job = {
  name: "deliver-messages",
  everyMs: 5_000,
  run: deliverMessages,
};

/** Reports webhook endpoints that fail for an hour to their partners. Source: docs/decisions/0088-mail.md */
export const reportFailingEndpointsJob: Job = {
  name: "report-failing-endpoints",
  everyMs: MINUTE_MS,
  run: queueFailingEndpointMail,
};

/**
 * Deletes old rows of the request log, old events of card issuers, old files of disputes, old e-mails, old links for new
 * passwords, unused challenges of passkeys, former secrets of webhooks and full buckets of rate limits. Deletes nothing while the clocks of the database and of this process
 * differ. Source: docs/decisions/0017-request-log.md, docs/decisions/0068-messages-of-issuers.md,
 * docs/decisions/0083-dispute-files.md, docs/decisions/0088-mail.md, docs/decisions/0119-retention.md
 */
export const purgeRequestLogJob: Job = {
  name: "purge-request-log",
  everyMs: 600_000,
  runsAtStart: true,
  run: async () => {
    await requireEqualClocks();
    return countInTurn([
      ...[purgeRequestLog, purgeIssuerEvents, purgeEvidenceFiles, purgeMessages],
      ...[purgePasswordResets, purgeChallenges, purgeWebhookSecrets, purgeRateBuckets],
    ]);
  },
};

/**
 * Deletes what is older than the settings KEEP_*_DAYS. A run that reached its time limit is soon followed by the next one.
 * Source: docs/decisions/0119-retention.md
 */
export const purgeOldRowsJob: Job = {
  name: "purge-old-rows",
  everyMs: DAY_MS,
  runsAtStart: true,
  nextAfterMs: () => (leftOldRows() ? MINUTE_MS : undefined),
  run: () => purgeOldRows(),
};

/**
 * Applies events of the card issuer that were stored and not applied; the first attempt does not wait for this job.
 * Source: docs/decisions/0068-messages-of-issuers.md
 */
export const applyIssuerEventsJob: Job = {
  name: "apply-issuer-events",
  everyMs: 5_000,
  run: applyDueEvents,
};

/** Fetches events of the card issuer that no webhook brought. Source: docs/decisions/0068-messages-of-issuers.md */
export const catchUpIssuerEventsJob: Job = {
  name: "catch-up-issuer-events",
  everyMs: 300_000,
  runsAtStart: true,
  oncePerInterval: true,
  run: catchUpEvents,
};

/** Compares the card issuer's postings with ours. Source: docs/decisions/0068-messages-of-issuers.md */
export const reconcileIssuerPostingsJob: Job = {
  name: "reconcile-issuer-postings",
  everyMs: DAY_MS,
  runsAtStart: true,
  oncePerInterval: true,
  run: reconcilePostings,
};

/** Delivers the states of cards to a real card issuer. Source: docs/decisions/0067-outside-card-issuers.md */
export const deliverIssuerUpdatesJob: Job = {
  name: "deliver-issuer-updates",
  everyMs: 2_000,
  run: deliverUpdates,
};

/** Submits disputes to the card issuer and follows them. Source: docs/decisions/0072-disputes.md */
export const advanceDisputesJob: Job = {
  name: "advance-disputes",
  everyMs: 2_000,
  run: advanceDisputes,
};

/** Releases expired holds of the sandbox. Source: docs/decisions/0073-sandbox-clock.md */
export const expireHoldsJob: Job = {
  name: "expire-holds",
  everyMs: 10_000,
  run: expireHolds,
};

/** Compares our cards with those of a real card issuer. Source: docs/decisions/0067-outside-card-issuers.md */
export const reconcileIssuerCardsJob: Job = {
  name: "reconcile-issuer-cards",
  everyMs: DAY_MS,
  runsAtStart: true,
  oncePerInterval: true,
  run: reconcileCards,
};

/** Fetches the sanctions list. Source: docs/decisions/0095-sanctions-screening.md */
export const refreshSanctionsListJob: Job = {
  name: "refresh-sanctions-list",
  get everyMs() {
    return env().SANCTIONS_REFRESH_MINUTES * MINUTE_MS;
  },
  // Always: people change the settings of the list and start the processes again, also soon after a run with the former ones.
  runsAtStart: "always",
  oncePerInterval: true,
  run: refreshListSoon,
};

/** The background jobs of the service, without the one that samples their state: lib/operations/health/all-jobs.ts. */
export const JOBS: readonly Job[] = [
  watchChainsJob,
  sendPayoutsJob,
  collectKycOutcomesJob,
  eraseKycDataJob,
  eraseUserDataJob,
  deliverIssuerUpdatesJob,
  advanceDisputesJob,
  expireHoldsJob,
  reconcileIssuerCardsJob,
  deliverWebhooksJob,
  deliverMessagesJob,
  reportFailingEndpointsJob,
  auditLedgerJob,
  snapshotHourlyBalancesJob,
  sealLedgerDaysJob,
  sumWalletsJob,
  sumCardsJob,
  rankPartnersJob,
  findPayoutsJob,
  sweepDepositsJob,
  refreshSanctionsListJob,
  reconcileJob,
  verifyAuditLogJob,
  purgeRequestLogJob,
  purgeOldRowsJob,
  applyIssuerEventsJob,
  catchUpIssuerEventsJob,
  reconcileIssuerPostingsJob,
];

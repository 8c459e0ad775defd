import { alertDefinition } from "@/lib/alerts/catalogue";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { findTroubles } from "../state/find-troubles";
import { lagBlocks } from "../state/lag-blocks";
import type { ServiceState } from "../state/service-state";
import { gauge, type Metric, type Sample } from "./metric";
import { databaseMetrics } from "./metrics-of-database";

const seconds = (ms: number) => ms / 1_000;
const ageS = (instant: Date | null, at: Date) =>
  instant === null ? 0 : Math.max(0, seconds(at.getTime() - instant.getTime()));

function perRow<Row>(
  rows: readonly Row[],
  labelsOf: (row: Row) => Record<string, string>,
): (name: string, help: string, read: (row: Row) => number | null) => Metric {
  return (name, help, read) => ({
    name,
    type: "gauge",
    help,
    samples: rows.flatMap((row): Sample[] => {
      const value = read(row);
      return value === null ? [] : [{ labels: labelsOf(row), value }];
    }),
  });
}

function chainMetrics({ chains, at }: ServiceState): Metric[] {
  const metric = perRow(chains, ({ chain }) => ({ chain }));
  const block = (number: bigint | null) => (number === null ? null : Number(number));
  return [
    metric("chain_head_number", "Last block that was seen", (row) => block(row.headNumber)),
    metric("chain_head_age_seconds", "Since the last block that was seen was made", ({ headAt }) =>
      ageS(headAt, at),
    ),
    metric("chain_cursor_number", "Block up to which deposits are credited", (row) =>
      block(row.cursorNumber),
    ),
    metric("chain_lag_blocks", "Blocks that are not credited yet", lagBlocks),
    metric("chain_seen_age_seconds", "Since the chain was last looked at", ({ seenAt }) =>
      ageS(seenAt, at),
    ),
    metric("chain_fault", "1 while the chain cannot be read", ({ fault }) =>
      fault === null ? 0 : 1,
    ),
    metric(
      "chain_confirming_deposits",
      "Deposits that wait for confirmations",
      (row) => row.confirmingDeposits,
    ),
    metric(
      "chain_open_transactions",
      "Transactions of the relayer not final yet",
      (row) => row.openTransactions,
    ),
  ];
}

function providerMetrics({ providers, at }: ServiceState): Metric[] {
  const metric = perRow(providers, ({ provider }) => ({ provider }));
  return [
    metric("provider_failing_seconds", "Since every call to the provider fails", (row) =>
      ageS(row.failingSince, at),
    ),
    metric("provider_success_age_seconds", "Since a call to the provider succeeded", (row) =>
      row.succeededAt === null ? null : ageS(row.succeededAt, at),
    ),
    metric("provider_callback_lag_seconds", "How late the provider's last callback was", (row) =>
      row.callbackLagMs === null ? null : seconds(row.callbackLagMs),
    ),
  ];
}

function cardIssuerMetrics({ cardIssuer, at }: ServiceState): Metric[] {
  const metric = perRow(cardIssuer ? [cardIssuer] : [], ({ name }) => ({ issuer: name }));
  return [
    metric("issuer_updates_pending", "States of cards to be delivered", ({ pending }) => pending),
    metric("issuer_updates_oldest_age_seconds", "Since the oldest of them is due", (row) =>
      ageS(row.oldestPendingAt, at),
    ),
    metric("issuer_updates_refused", "States of cards that were refused", ({ refused }) => refused),
    metric("issuer_comparison_sound_age_seconds", "Since all cards were equal", ({ comparison }) =>
      comparison?.soundAt ? ageS(comparison.soundAt, at) : null,
    ),
  ];
}

function jobMetrics({ jobs, at }: ServiceState): Metric[] {
  const metric = perRow(jobs, ({ name }) => ({ job_name: name }));
  return [
    metric("job_failing", "1 while the last run failed", ({ failure }) =>
      failure === null ? 0 : 1,
    ),
    metric("job_run_age_seconds", "Since the last run began", ({ startedAt }) =>
      startedAt === null ? null : ageS(startedAt, at),
    ),
    metric("job_duration_seconds", "How long the last run took", ({ durationMs }) =>
      durationMs === null ? null : seconds(durationMs),
    ),
    metric("job_interval_seconds", "How often it should run", ({ everyMs }) => seconds(everyMs)),
  ];
}

function booksMetrics({ booksTurnMs }: ServiceState): Metric[] {
  return [
    {
      name: "books_turn_seconds",
      type: "gauge",
      help: "How long the daily checks of the books take to compare all rows",
      samples: booksTurnMs === null ? [] : [{ value: seconds(booksTurnMs) }],
    },
  ];
}

function deliveryMetrics({ deliveries, at }: ServiceState): Metric[] {
  const { oldestDueAt, succeededLastMinute, failedLastMinute } = deliveries;
  return [
    gauge(
      "deliveries_pending",
      "Events to be sent, now or later, up to 10,000 of each partner",
      deliveries.pending,
    ),
    gauge(
      "deliveries_due",
      "Events whose time has come, up to 10,000 of each partner",
      deliveries.due,
    ),
    gauge(
      "deliveries_oldest_due_seconds",
      "How long the first is due, without those of failing endpoints",
      ageS(oldestDueAt, at),
    ),
    {
      name: "delivery_attempts_last_minute",
      type: "gauge",
      help: "Attempts of the last minute, of all processes",
      samples: [
        { labels: { outcome: "succeeded" }, value: succeededLastMinute },
        { labels: { outcome: "failed" }, value: failedLastMinute },
      ],
    },
    gauge("endpoints_failing", "Endpoints that fail", deliveries.failingEndpoints),
    gauge("endpoints_paused", "Endpoints that are paused", deliveries.pausedEndpoints),
  ];
}

function withdrawalMetrics({ withdrawals, at }: ServiceState): Metric[] {
  const { pending, oldestPendingAt, approved, oldestApprovedAt, held } = withdrawals;
  const samples = (ofPending: number, ofApproved: number): Sample[] => [
    { labels: { status: "pending" }, value: ofPending },
    { labels: { status: "approved" }, value: ofApproved },
  ];
  return [
    {
      name: "withdrawals_open",
      type: "gauge",
      help: "Withdrawals not paid yet, without those that a second person of their partner must approve",
      samples: samples(pending, approved),
    },
    {
      name: "withdrawals_oldest_seconds",
      type: "gauge",
      help: "Time that the first of them has waited in this status",
      samples: samples(ageS(oldestPendingAt, at), ageS(oldestApprovedAt, at)),
    },
    gauge("withdrawals_held", "Approved, of partners that are suspended", held),
  ];
}

function heldMetrics({ heldDeposits: { waiting, oldestAt, amountMicroUsd }, at }: ServiceState) {
  return [
    gauge("deposits_held", "Deposits whose owner is gone, not credited yet", waiting),
    gauge("deposits_held_usd", "What they come to", usdFromMicroUsd(amountMicroUsd)),
    gauge("deposits_held_oldest_seconds", "Age of the first of them", ageS(oldestAt, at)),
  ];
}

function issuerEventMetrics({ issuerEvents, at }: ServiceState): Metric[] {
  const { pending, oldestPendingAt, listedAt } = issuerEvents;
  return [
    gauge("issuer_events_pending", "Events of the card issuer that are not applied yet", pending),
    gauge("issuer_events_oldest_seconds", "Age of the first of them", ageS(oldestPendingAt, at)),
    {
      name: "issuer_events_listed_age_seconds",
      type: "gauge",
      help: "Since missed events of the card issuer were last fetched",
      samples: listedAt === null ? [] : [{ value: ageS(listedAt, at) }],
    },
  ];
}

function messageMetrics({ messages, at }: ServiceState): Metric[] {
  return [
    gauge("messages_due", "Emails and alerts to be sent now", messages.due),
    gauge(
      "messages_oldest_due_seconds",
      "Age of the first of them",
      ageS(messages.oldestDueAt, at),
    ),
    gauge("messages_failed", "Messages that were given up within a day", messages.failed),
  ];
}

function sanctionsMetrics({ sanctions, at }: ServiceState): Metric[] {
  const metric = perRow(sanctions ? [sanctions] : [], () => ({}));
  return [
    metric("sanctions_list_addresses", "Addresses on the sanctions list", (row) => row.addresses),
    metric("sanctions_list_age_seconds", "Since the list was last fetched", ({ fetchedAt }) =>
      fetchedAt === null ? null : ageS(fetchedAt, at),
    ),
  ];
}

function troubleMetrics(state: ServiceState): Metric[] {
  const troubles = findTroubles(state);
  return [
    {
      name: "alerts_open",
      type: "gauge",
      help: "Alerts that are open, by the severity that the catalogue of alerts gives their kind",
      samples: state.alertCounts.map(({ kind, open }) => ({
        labels: { kind, severity: alertDefinition(kind).severity },
        value: open,
      })),
    },
    {
      name: "troubles",
      type: "gauge",
      help: "What the health page names, by how bad it is",
      samples: (["failed", "attention"] as const).map((severity) => ({
        labels: { severity },
        value: troubles.filter((each) => each.severity === severity).length,
      })),
    },
  ];
}

/** Converts the data of the health page to metrics, which are the same from every process. */
export function metricsOfState(state: ServiceState): Metric[] {
  return [
    ...troubleMetrics(state),
    ...chainMetrics(state),
    ...withdrawalMetrics(state),
    ...sanctionsMetrics(state),
    ...heldMetrics(state),
    ...issuerEventMetrics(state),
    ...deliveryMetrics(state),
    ...messageMetrics(state),
    ...jobMetrics(state),
    ...booksMetrics(state),
    ...providerMetrics(state),
    ...cardIssuerMetrics(state),
    ...databaseMetrics(state.database),
  ];
}

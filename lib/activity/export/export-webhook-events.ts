import type { PersonContext } from "@/lib/contract/use-cases";
import { BATCH_ROWS } from "@/lib/db/batch-rows";
import { readPages } from "@/lib/db/read-pages";
import { findEvents, type ListedEventRow } from "@/lib/webhooks/sql-store";
import type { exportWebhookEventsContract } from "./contract";
import { type Column, exportCsv } from "./export-csv";

/** Event and status have the values of the API. */
const COLUMNS: readonly Column<ListedEventRow>[] = [
  { name: "Event ID", text: ({ id }) => id },
  { name: "Created", instant: ({ createdAt }) => createdAt },
  { name: "Event", text: ({ type }) => type },
  { name: "Resource ID", text: ({ resourceId }) => resourceId },
  { name: "Sequence", text: ({ sequence }) => String(sequence) },
  { name: "Test", text: ({ isTest }) => String(isTest) },
  { name: "Status", text: ({ status }) => status ?? "not_sent" },
  { name: "Attempts", text: ({ attempts }) => String(attempts) },
  { name: "Last attempt", instant: ({ lastAttemptAt }) => lastAttemptAt },
  { name: "Last status code", text: (row) => row.lastStatusCode?.toString() ?? null },
  { name: "Last error", text: ({ lastError }) => lastError },
  { name: "Next attempt", instant: ({ nextAttemptAt }) => nextAttemptAt },
  {
    name: "Delivered",
    instant: ({ status, completedAt }) => (status === "delivered" ? completedAt : null),
  },
];

/** Exports the webhook events that match the filters, with the result of their last attempt. */
export function exportWebhookEvents({
  partner,
  input,
  at,
}: PersonContext<typeof exportWebhookEventsContract>): Promise<Response> {
  const { timeZone, ...filters } = input.query;
  const batches = readPages((page) => findEvents(partner.id, filters, page), BATCH_ROWS);
  return exportCsv({ name: "webhook-events", columns: COLUMNS, batches, timeZone, at });
}

import { type Column, exportCsv } from "@/lib/activity/export/export-csv";
import type { PersonContext } from "@/lib/contract/use-cases";
import { BATCH_ROWS } from "@/lib/db/batch-rows";
import { readPages } from "@/lib/db/read-pages";
import type { exportRequestsContract } from "./contract";
import { callerOf } from "./present";
import { listRequests } from "./sql-store";
import type { RequestRow } from "./store";

const COLUMNS: readonly Column<RequestRow>[] = [
  { name: "Request ID", text: ({ id }) => id },
  { name: "Created", instant: ({ createdAt }) => createdAt },
  { name: "Method", text: ({ method }) => method },
  { name: "Path", text: ({ path }) => path },
  { name: "Route", text: ({ route }) => route },
  { name: "Status", text: ({ status }) => String(status) },
  { name: "Error code", text: ({ errorCode }) => errorCode },
  { name: "Duration (ms)", text: ({ durationMs }) => durationMs.toFixed(1) },
  { name: "Idempotency key", text: ({ idempotencyKey }) => idempotencyKey },
  { name: "Caller", text: (row) => callerOf(row).name },
  { name: "Caller ID", text: (row) => callerOf(row).id },
];

/** Exports the partner's requests that match the filters, without their bodies. */
export function exportRequests({
  partner,
  input,
  at,
}: PersonContext<typeof exportRequestsContract>): Promise<Response> {
  const { timeZone, ...filters } = input.query;
  const batches = readPages((page) => listRequests(partner.id, filters, page), BATCH_ROWS);
  return exportCsv({ name: "requests", columns: COLUMNS, batches, timeZone, at });
}

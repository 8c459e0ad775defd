import { csvResponse } from "@/lib/contract/csv/csv-response";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { BATCH_ROWS } from "@/lib/db/batch-rows";
import { readPages } from "@/lib/db/read-pages";
import type { exportAuditEntriesContract } from "./contract";
import { type AuditFilter, type AuditRow, listEntries } from "./store";

const HEADER = [
  "time (UTC)",
  "action",
  "person",
  "email",
  "partner",
  "subject",
  "before",
  "after",
  "IP address",
  "request",
  "entry",
  "position",
  "hash",
];

const json = (value: object | null) => (value ? JSON.stringify(value) : "");

function lineOf(row: AuditRow) {
  return [
    row.createdAt.toISOString(),
    row.action,
    row.personName,
    row.personEmail,
    row.partnerName ?? "operator",
    row.targetId,
    json(row.before),
    json(row.after),
    row.ipAddress,
    row.requestId,
    row.id,
    row.position?.toString(),
    row.hash,
  ];
}

async function* linesOf(filter: AuditFilter) {
  for await (const rows of readPages((page) => listEntries(filter, page), BATCH_ROWS))
    yield rows.map(lineOf);
}

/** The filtered entries as CSV of any length, newest first. Source: docs/decisions/0022-audit-chain.md. */
export const exportAuditEntries: AdminUseCase<typeof exportAuditEntriesContract> = async ({
  input,
  at,
}) => csvResponse(`audit-log-${at.toISOString().slice(0, 10)}.csv`, HEADER, linesOf(input.query));

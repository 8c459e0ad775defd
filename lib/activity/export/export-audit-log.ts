import { auditList, type PartnerAuditRow } from "@/lib/audit/partner/audit-list";
import { presentPartnerEntry } from "@/lib/audit/partner/present";
import type { PersonContext } from "@/lib/contract/use-cases";
import { readBatches } from "@/lib/db/read-batches";
import type { exportAuditLogContract } from "./contract";
import { type Column, exportCsv } from "./export-csv";

const json = (value: object | undefined) => (value ? JSON.stringify(value) : null);

/** Actions have the names of the API. */
const COLUMNS: readonly Column<PartnerAuditRow>[] = [
  { name: "Entry ID", text: ({ id }) => id },
  { name: "Time", instant: ({ createdAt }) => createdAt },
  { name: "Action", text: ({ action }) => action },
  { name: "Actor", text: ({ personId, personName }) => (personId ? personName : "Operator") },
  { name: "Email", text: ({ personEmail }) => personEmail },
  { name: "Target ID", text: ({ targetId }) => targetId },
  { name: "Before", text: (row) => json(presentPartnerEntry(row).before) },
  { name: "After", text: (row) => json(presentPartnerEntry(row).after) },
  { name: "IP address", text: ({ ipAddress }) => ipAddress },
  { name: "Request ID", text: ({ requestId }) => requestId },
];

/** Exports the audit entries that match the filters. */
export function exportAuditLog({
  partner,
  input,
  at,
}: PersonContext<typeof exportAuditLogContract>): Promise<Response> {
  const { timeZone, ...filters } = input.query;
  const batches = readBatches<PartnerAuditRow>(auditList(partner.id, filters));
  return exportCsv({ name: "audit-log", columns: COLUMNS, batches, timeZone, at });
}

import { exportAuditEntriesContract } from "@/lib/audit/contract";
import { exportAuditEntries } from "@/lib/audit/export-audit-entries";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(exportAuditEntriesContract, exportAuditEntries);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

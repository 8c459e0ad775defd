import { listAuditEntriesContract } from "@/lib/audit/contract";
import { listAuditEntries } from "@/lib/audit/list-audit-entries";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(listAuditEntriesContract, listAuditEntries);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

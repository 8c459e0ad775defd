import { getAuditEntryContract } from "@/lib/audit/contract";
import { getAuditEntry } from "@/lib/audit/get-audit-entry";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getAuditEntryContract, getAuditEntry);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

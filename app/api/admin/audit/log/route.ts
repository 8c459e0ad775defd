import { getAuditLogContract } from "@/lib/audit/contract";
import { getAuditLog } from "@/lib/audit/get-audit-log";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getAuditLogContract, getAuditLog);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

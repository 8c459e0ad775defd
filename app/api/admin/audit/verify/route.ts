import { verifyAuditLogContract } from "@/lib/audit/contract";
import { verifyAuditLog } from "@/lib/audit/verify-audit-log";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(verifyAuditLogContract, verifyAuditLog);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

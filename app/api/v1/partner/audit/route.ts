import { listAuditLogContract } from "@/lib/audit/partner/contract";
import { listAuditLog } from "@/lib/audit/partner/list-audit-log";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const GET = partnerRoute(listAuditLogContract, listAuditLog);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { getOwnAuditEntryContract } from "@/lib/audit/partner/contract";
import { getOwnAuditEntry } from "@/lib/audit/partner/list-audit-log";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const GET = partnerRoute(getOwnAuditEntryContract, getOwnAuditEntry);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

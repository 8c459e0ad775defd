import { listAuditActionsContract } from "@/lib/audit/partner/contract";
import { listAuditActions } from "@/lib/audit/partner/list-audit-log";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(listAuditActionsContract, listAuditActions);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

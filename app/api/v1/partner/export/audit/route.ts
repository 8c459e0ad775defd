import { exportAuditLogContract } from "@/lib/activity/export/contract";
import { exportAuditLog } from "@/lib/activity/export/export-audit-log";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(exportAuditLogContract, exportAuditLog);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { exportApprovalsContract } from "@/lib/backoffice/approvals/contract";
import { exportApprovals } from "@/lib/backoffice/approvals/export-approvals";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(exportApprovalsContract, exportApprovals);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { exportAdminWithdrawalsContract } from "@/lib/backoffice/contract";
import { exportWithdrawals } from "@/lib/backoffice/export-withdrawals";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(exportAdminWithdrawalsContract, exportWithdrawals);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { exportWithdrawalsContract } from "@/lib/activity/export/contract";
import { exportWithdrawals } from "@/lib/activity/export/export-withdrawals";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(exportWithdrawalsContract, exportWithdrawals);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { adminListWithdrawalsContract } from "@/lib/backoffice/contract";
import { listWithdrawals } from "@/lib/backoffice/list-withdrawals";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(adminListWithdrawalsContract, listWithdrawals);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { adminGetWithdrawalContract } from "@/lib/admin/contract";
import { getWithdrawal } from "@/lib/admin/get-withdrawal";
import { adminRoute } from "@/lib/http/admin-route";

export const GET = adminRoute(adminGetWithdrawalContract, getWithdrawal);

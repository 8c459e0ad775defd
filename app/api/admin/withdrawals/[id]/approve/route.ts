import { approveWithdrawal } from "@/lib/admin/approve-withdrawal";
import { approveWithdrawalContract } from "@/lib/admin/contract";
import { adminRoute } from "@/lib/http/admin-route";

export const POST = adminRoute(approveWithdrawalContract, approveWithdrawal);

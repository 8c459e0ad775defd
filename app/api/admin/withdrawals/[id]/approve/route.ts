import { approveWithdrawal } from "@/lib/admin/approve-withdrawal";
import { approveWithdrawalContract } from "@/lib/admin/contract";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(approveWithdrawalContract, approveWithdrawal);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

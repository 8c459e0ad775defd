import { approveWithdrawal } from "@/lib/backoffice/approve-withdrawal";
import { approveWithdrawalContract } from "@/lib/backoffice/contract";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(approveWithdrawalContract, approveWithdrawal);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

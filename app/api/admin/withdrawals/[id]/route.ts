import { adminGetWithdrawalContract } from "@/lib/backoffice/contract";
import { getWithdrawal } from "@/lib/backoffice/get-withdrawal";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(adminGetWithdrawalContract, getWithdrawal);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

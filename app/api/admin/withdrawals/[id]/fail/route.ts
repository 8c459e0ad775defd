import { failWithdrawalContract } from "@/lib/admin/contract";
import { failWithdrawal } from "@/lib/admin/fail-withdrawal";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(failWithdrawalContract, failWithdrawal);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { failWithdrawalContract } from "@/lib/backoffice/contract";
import { failWithdrawal } from "@/lib/backoffice/fail-withdrawal";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(failWithdrawalContract, failWithdrawal);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

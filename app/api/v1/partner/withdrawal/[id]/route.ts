import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { cancelWithdrawal } from "@/lib/withdrawals/cancel-withdrawal";
import { cancelWithdrawalContract, getWithdrawalContract } from "@/lib/withdrawals/contract";
import { getWithdrawal } from "@/lib/withdrawals/get-withdrawal";

export const GET = partnerRoute(getWithdrawalContract, getWithdrawal);
export const DELETE = partnerRoute(cancelWithdrawalContract, cancelWithdrawal);
export const { POST, PUT, PATCH, OPTIONS } = otherMethods("GET", "DELETE");

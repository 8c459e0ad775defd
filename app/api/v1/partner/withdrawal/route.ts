import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { createWithdrawalContract, listWithdrawalsContract } from "@/lib/withdrawals/contract";
import { createWithdrawal } from "@/lib/withdrawals/create-withdrawal";
import { existingWithdrawal } from "@/lib/withdrawals/get-withdrawal";
import { listWithdrawals } from "@/lib/withdrawals/list-withdrawals";

export const POST = partnerRoute(createWithdrawalContract, createWithdrawal, {
  existing: existingWithdrawal,
});
export const GET = partnerRoute(listWithdrawalsContract, listWithdrawals);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST", "GET");

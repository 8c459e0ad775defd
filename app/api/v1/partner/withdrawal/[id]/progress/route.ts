import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { getWithdrawalProgressContract } from "@/lib/withdrawals/contract";
import { getWithdrawalProgress } from "@/lib/withdrawals/get-withdrawal-progress";

export const GET = personRoute(getWithdrawalProgressContract, getWithdrawalProgress);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

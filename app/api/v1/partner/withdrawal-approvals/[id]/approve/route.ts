import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { approveOwnWithdrawal } from "@/lib/withdrawals/own-approvals/approve-own-withdrawal";
import { approveOwnWithdrawalContract } from "@/lib/withdrawals/own-approvals/contract";

export const POST = personRoute(approveOwnWithdrawalContract, approveOwnWithdrawal);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

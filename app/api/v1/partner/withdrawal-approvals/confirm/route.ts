import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { confirmOwnApproval } from "@/lib/withdrawals/own-approvals/confirm-own-approval";
import { confirmOwnApprovalContract } from "@/lib/withdrawals/own-approvals/contract";

export const POST = personRoute(confirmOwnApprovalContract, confirmOwnApproval);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import {
  getOwnApprovalsContract,
  setOwnApprovalContract,
} from "@/lib/withdrawals/own-approvals/contract";
import { getOwnApprovals } from "@/lib/withdrawals/own-approvals/get-own-approvals";
import { setOwnApproval } from "@/lib/withdrawals/own-approvals/set-own-approval";

export const GET = personRoute(getOwnApprovalsContract, getOwnApprovals);
export const POST = personRoute(setOwnApprovalContract, setOwnApproval);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

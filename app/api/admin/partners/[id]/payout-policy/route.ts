import { changePayoutPolicy } from "@/lib/backoffice/payout-policy/change-payout-policy";
import {
  adminGetPayoutPolicyContract,
  changePayoutPolicyContract,
} from "@/lib/backoffice/payout-policy/contract";
import { adminGetPayoutPolicy } from "@/lib/backoffice/payout-policy/get-payout-policy";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(adminGetPayoutPolicyContract, adminGetPayoutPolicy);
export const PATCH = adminRoute(changePayoutPolicyContract, changePayoutPolicy);
export const { POST, PUT, DELETE, OPTIONS } = otherMethods("GET", "PATCH");

import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { getPayoutPolicyContract, setAllowListContract } from "@/lib/withdrawals/policy/contract";
import { getPayoutPolicy } from "@/lib/withdrawals/policy/get-payout-policy";
import { setAllowList } from "@/lib/withdrawals/policy/set-allow-list";

export const GET = personRoute(getPayoutPolicyContract, getPayoutPolicy);
export const POST = personRoute(setAllowListContract, setAllowList);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

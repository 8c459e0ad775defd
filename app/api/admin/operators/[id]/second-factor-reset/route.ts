import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { resetOperatorFactorContract } from "@/lib/people/operators/contract";
import { resetOperatorFactor } from "@/lib/people/operators/reset-operator-factor";

export const POST = adminRoute(resetOperatorFactorContract, resetOperatorFactor);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { unlockOperatorContract } from "@/lib/people/operators/contract";
import { unlockOperator } from "@/lib/people/operators/unlock-operator";

export const POST = adminRoute(unlockOperatorContract, unlockOperator);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

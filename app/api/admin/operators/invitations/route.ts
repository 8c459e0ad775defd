import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { inviteOperatorContract } from "@/lib/people/operators/contract";
import { inviteOperator } from "@/lib/people/operators/invite-operator";

export const POST = adminRoute(inviteOperatorContract, inviteOperator);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { listOperatorsContract } from "@/lib/people/operators/contract";
import { listOperators } from "@/lib/people/operators/list-operators";

export const GET = adminRoute(listOperatorsContract, listOperators);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

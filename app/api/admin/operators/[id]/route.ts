import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { changeOperatorRole } from "@/lib/operators/change-operator-role";
import { changeOperatorRoleContract, removeOperatorContract } from "@/lib/operators/contract";
import { removeOperator } from "@/lib/operators/remove-operator";

export const PATCH = adminRoute(changeOperatorRoleContract, changeOperatorRole);
export const DELETE = adminRoute(removeOperatorContract, removeOperator);
export const { GET, POST, PUT, OPTIONS } = otherMethods("PATCH", "DELETE");

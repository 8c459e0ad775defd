import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { changeOperatorRole } from "@/lib/people/operators/change-operator-role";
import {
  changeOperatorRoleContract,
  removeOperatorContract,
} from "@/lib/people/operators/contract";
import { removeOperator } from "@/lib/people/operators/remove-operator";

export const PATCH = adminRoute(changeOperatorRoleContract, changeOperatorRole);
export const DELETE = adminRoute(removeOperatorContract, removeOperator);
export const { GET, POST, PUT, OPTIONS } = otherMethods("PATCH", "DELETE");

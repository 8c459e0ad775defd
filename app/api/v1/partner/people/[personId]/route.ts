import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { changeRole } from "@/lib/team/change-role";
import { changeRoleContract, removePersonContract } from "@/lib/team/contract";
import { removePerson } from "@/lib/team/remove-person";

export const PATCH = personRoute(changeRoleContract, changeRole);
export const DELETE = personRoute(removePersonContract, removePerson);
export const { GET, POST, PUT, OPTIONS } = otherMethods("PATCH", "DELETE");

import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { changeRole } from "@/lib/people/team/change-role";
import { changeRoleContract, removePersonContract } from "@/lib/people/team/contract";
import { removePerson } from "@/lib/people/team/remove-person";

export const PATCH = personRoute(changeRoleContract, changeRole);
export const DELETE = personRoute(removePersonContract, removePerson);
export const { GET, POST, PUT, OPTIONS } = otherMethods("PATCH", "DELETE");

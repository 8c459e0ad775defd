import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { invitePersonContract } from "@/lib/team/contract";
import { invitePerson } from "@/lib/team/invite-person";

export const POST = personRoute(invitePersonContract, invitePerson);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { invitePersonContract } from "@/lib/people/team/contract";
import { invitePerson } from "@/lib/people/team/invite-person";

export const POST = personRoute(invitePersonContract, invitePerson);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { revokeInvitationContract } from "@/lib/people/team/contract";
import { revokeInvitation } from "@/lib/people/team/revoke-invitation";

export const DELETE = personRoute(revokeInvitationContract, revokeInvitation);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");

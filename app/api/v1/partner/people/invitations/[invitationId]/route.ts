import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { revokeInvitationContract } from "@/lib/team/contract";
import { revokeInvitation } from "@/lib/team/revoke-invitation";

export const DELETE = personRoute(revokeInvitationContract, revokeInvitation);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");

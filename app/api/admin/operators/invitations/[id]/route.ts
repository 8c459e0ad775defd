import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { revokeOperatorInvitationContract } from "@/lib/people/operators/contract";
import { revokeOperatorInvitation } from "@/lib/people/operators/revoke-operator-invitation";

export const DELETE = adminRoute(revokeOperatorInvitationContract, revokeOperatorInvitation);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");

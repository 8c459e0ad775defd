import { otherMethods } from "@/lib/http/other-methods";
import { visitorRoute } from "@/lib/http/visitor-route";
import { acceptInvitation } from "@/lib/team/accept-invitation";
import { acceptInvitationContract, getInvitationContract } from "@/lib/team/contract";
import { getInvitation } from "@/lib/team/get-invitation";

export const GET = visitorRoute(getInvitationContract, getInvitation);
export const POST = visitorRoute(acceptInvitationContract, acceptInvitation);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

import { otherMethods } from "@/lib/http/other-methods";
import { visitorRoute } from "@/lib/http/visitor-route";
import { acceptInvitation } from "@/lib/people/team/accept-invitation";
import { acceptInvitationContract, getInvitationContract } from "@/lib/people/team/contract";
import { getInvitation } from "@/lib/people/team/get-invitation";

export const GET = visitorRoute(getInvitationContract, getInvitation);
export const POST = visitorRoute(acceptInvitationContract, acceptInvitation);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

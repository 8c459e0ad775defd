import { inviteOwnerContract } from "@/lib/backoffice/partners/contract";
import { inviteOwner } from "@/lib/backoffice/partners/invite-owner";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(inviteOwnerContract, inviteOwner);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

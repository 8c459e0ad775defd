import { inviteOwnerContract } from "@/lib/admin-partners/contract";
import { inviteOwner } from "@/lib/admin-partners/invite-owner";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(inviteOwnerContract, inviteOwner);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

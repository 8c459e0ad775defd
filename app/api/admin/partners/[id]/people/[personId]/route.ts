import { removePartnerPersonContract } from "@/lib/admin-partners/contract";
import { removePartnerPerson } from "@/lib/admin-partners/remove-partner-person";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const DELETE = adminRoute(removePartnerPersonContract, removePartnerPerson);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");

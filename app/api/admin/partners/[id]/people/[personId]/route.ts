import { removePartnerPersonContract } from "@/lib/backoffice/partners/contract";
import { removePartnerPerson } from "@/lib/backoffice/partners/remove-partner-person";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const DELETE = adminRoute(removePartnerPersonContract, removePartnerPerson);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");

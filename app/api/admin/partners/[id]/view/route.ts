import { viewPartnerContract } from "@/lib/backoffice/partners/contract";
import { viewPartner } from "@/lib/backoffice/partners/view-partner";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(viewPartnerContract, viewPartner);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

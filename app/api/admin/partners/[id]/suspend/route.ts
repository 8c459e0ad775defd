import { suspendPartnerContract } from "@/lib/backoffice/partners/contract";
import { suspendPartner } from "@/lib/backoffice/partners/suspend-partner";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(suspendPartnerContract, suspendPartner);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

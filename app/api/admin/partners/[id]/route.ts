import { changePartner } from "@/lib/backoffice/change-partner";
import { changePartnerContract, getPartnerContract } from "@/lib/backoffice/contract";
import { getPartner } from "@/lib/backoffice/get-partner";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getPartnerContract, getPartner);
export const PATCH = adminRoute(changePartnerContract, changePartner);
export const { POST, PUT, DELETE, OPTIONS } = otherMethods("GET", "PATCH");

import { changePartner } from "@/lib/admin/change-partner";
import { changePartnerContract, getPartnerContract } from "@/lib/admin/contract";
import { getPartner } from "@/lib/admin/get-partner";
import { adminRoute } from "@/lib/http/admin-route";

export const GET = adminRoute(getPartnerContract, getPartner);
export const PATCH = adminRoute(changePartnerContract, changePartner);

import { getPartnerCardDaysContract } from "@/lib/backoffice/partners/card-days/contract";
import { getPartnerCardDays } from "@/lib/backoffice/partners/card-days/get-partner-card-days";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getPartnerCardDaysContract, getPartnerCardDays);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

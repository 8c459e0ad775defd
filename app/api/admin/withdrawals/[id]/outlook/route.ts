import { getPayoutOutlookContract } from "@/lib/backoffice/review/contract";
import { getPayoutOutlook } from "@/lib/backoffice/review/get-payout-outlook";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getPayoutOutlookContract, getPayoutOutlook);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

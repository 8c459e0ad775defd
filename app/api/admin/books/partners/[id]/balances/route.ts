import { getPartnerBalancesContract } from "@/lib/accounting/contract";
import { getPartnerBalances } from "@/lib/accounting/get-partner-balances";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getPartnerBalancesContract, getPartnerBalances);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

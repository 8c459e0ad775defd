import { getTrialBalanceContract } from "@/lib/accounting/contract";
import { getTrialBalance } from "@/lib/accounting/get-trial-balance";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getTrialBalanceContract, getTrialBalance);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

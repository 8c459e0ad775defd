import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { getBalanceContract } from "@/lib/wallet/contract";
import { getBalance } from "@/lib/wallet/get-balance";

export const GET = partnerRoute(getBalanceContract, getBalance);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

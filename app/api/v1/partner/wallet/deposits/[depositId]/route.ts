import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { getDepositContract } from "@/lib/wallet/deposits/contract";
import { getDeposit } from "@/lib/wallet/deposits/get-deposit";

export const GET = partnerRoute(getDepositContract, getDeposit);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

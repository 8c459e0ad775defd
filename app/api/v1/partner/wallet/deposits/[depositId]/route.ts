import { getDepositContract } from "@/lib/deposits/contract";
import { getDeposit } from "@/lib/deposits/get-deposit";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const GET = partnerRoute(getDepositContract, getDeposit);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

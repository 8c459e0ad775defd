import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { simulateDepositContract } from "@/lib/sandbox/contract";
import { simulateDeposit } from "@/lib/sandbox/simulate-deposit";

export const POST = partnerRoute(simulateDepositContract, simulateDeposit);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

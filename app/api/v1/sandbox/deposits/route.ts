import { otherSandboxMethods } from "@/lib/http/other-sandbox-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { simulateDepositContract } from "@/lib/sandbox/contract";
import { simulateDeposit } from "@/lib/sandbox/simulate-deposit";

export const POST = partnerRoute(simulateDepositContract, simulateDeposit);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherSandboxMethods("POST");

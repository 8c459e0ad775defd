import { otherSandboxMethods } from "@/lib/http/other-sandbox-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { simulateKycContract } from "@/lib/sandbox/contract";
import { simulateKyc } from "@/lib/sandbox/simulate-kyc";

export const POST = partnerRoute(simulateKycContract, simulateKyc);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherSandboxMethods("POST");

import { otherSandboxMethods } from "@/lib/http/other-sandbox-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { simulateKyc } from "@/lib/kyc/simulate-kyc";
import { simulateKycContract } from "@/lib/sandbox/contract";

export const POST = partnerRoute(simulateKycContract, simulateKyc);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherSandboxMethods("POST");

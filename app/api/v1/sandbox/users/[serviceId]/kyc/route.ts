import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { simulateKyc } from "@/lib/kyc/simulate-kyc";
import { simulateKycContract } from "@/lib/sandbox/contract";

export const POST = partnerRoute(simulateKycContract, simulateKyc);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { otherSandboxMethods } from "@/lib/http/other-sandbox-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { simulateDisputeOutcomeContract } from "@/lib/sandbox/contract";
import { simulateDisputeOutcome } from "@/lib/sandbox/simulate-dispute-outcome";

export const POST = partnerRoute(simulateDisputeOutcomeContract, simulateDisputeOutcome);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherSandboxMethods("POST");

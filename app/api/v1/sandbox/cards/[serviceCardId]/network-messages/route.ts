import { otherSandboxMethods } from "@/lib/http/other-sandbox-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { simulateNetworkMessageContract } from "@/lib/sandbox/contract";
import { simulateNetworkMessage } from "@/lib/sandbox/simulate-network-message";

export const POST = partnerRoute(simulateNetworkMessageContract, simulateNetworkMessage);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherSandboxMethods("POST");

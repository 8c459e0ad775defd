import { otherSandboxMethods } from "@/lib/http/other-sandbox-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { simulateAuthorizationContract } from "@/lib/sandbox/contract";
import { simulateAuthorization } from "@/lib/sandbox/simulate-authorization";

export const POST = partnerRoute(simulateAuthorizationContract, simulateAuthorization);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherSandboxMethods("POST");

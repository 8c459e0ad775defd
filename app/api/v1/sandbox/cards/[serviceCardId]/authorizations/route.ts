import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { simulateAuthorizationContract } from "@/lib/sandbox/contract";
import { simulateAuthorization } from "@/lib/sandbox/simulate-authorization";

export const POST = partnerRoute(simulateAuthorizationContract, simulateAuthorization);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

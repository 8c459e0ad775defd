import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { getWebhookEndpointContract } from "@/lib/webhooks/contract";
import { getWebhookEndpoint } from "@/lib/webhooks/get-webhook-endpoint";

export const GET = partnerRoute(getWebhookEndpointContract, getWebhookEndpoint);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

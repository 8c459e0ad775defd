import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { pauseWebhookEndpointContract } from "@/lib/webhooks/contract";
import { pauseWebhookEndpoint } from "@/lib/webhooks/pause-webhook-endpoint";

export const POST = partnerRoute(pauseWebhookEndpointContract, pauseWebhookEndpoint);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

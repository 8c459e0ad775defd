import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { resumeWebhookEndpointContract } from "@/lib/webhooks/contract";
import { resumeWebhookEndpoint } from "@/lib/webhooks/resume-webhook-endpoint";

export const POST = partnerRoute(resumeWebhookEndpointContract, resumeWebhookEndpoint);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { getWebhookEventContract } from "@/lib/webhooks/contract";
import { getWebhookEvent } from "@/lib/webhooks/get-webhook-event";

export const GET = partnerRoute(getWebhookEventContract, getWebhookEvent);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

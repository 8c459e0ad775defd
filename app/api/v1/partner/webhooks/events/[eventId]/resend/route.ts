import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { resendWebhookEventContract } from "@/lib/webhooks/contract";
import { resendWebhookEvent } from "@/lib/webhooks/resend-webhook-event";

export const POST = partnerRoute(resendWebhookEventContract, resendWebhookEvent);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { listWebhookEventsContract } from "@/lib/webhooks/contract";
import { listWebhookEvents } from "@/lib/webhooks/list-webhook-events";

export const GET = partnerRoute(listWebhookEventsContract, listWebhookEvents);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { replayWebhookEventsContract } from "@/lib/webhooks/contract";
import { replayWebhookEvents } from "@/lib/webhooks/replay-webhook-events";

export const POST = partnerRoute(replayWebhookEventsContract, replayWebhookEvents);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

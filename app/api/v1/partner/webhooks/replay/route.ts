import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import {
  countReplayableEventsContract,
  replayWebhookEventsContract,
} from "@/lib/webhooks/contract";
import { countReplayableEvents } from "@/lib/webhooks/count-replayable-events";
import { replayWebhookEvents } from "@/lib/webhooks/replay-webhook-events";

export const GET = partnerRoute(countReplayableEventsContract, countReplayableEvents);
export const POST = partnerRoute(replayWebhookEventsContract, replayWebhookEvents);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

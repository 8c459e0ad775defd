import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import {
  getWebhookEventsContract,
  setWebhookEventsContract,
} from "@/lib/partners/profile/contract";
import { getWebhookEvents } from "@/lib/partners/profile/get-webhook-events";
import { setWebhookEvents } from "@/lib/partners/profile/set-webhook-events";

export const GET = partnerRoute(getWebhookEventsContract, getWebhookEvents);
export const POST = partnerRoute(setWebhookEventsContract, setWebhookEvents);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

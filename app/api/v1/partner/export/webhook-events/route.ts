import { exportWebhookEventsContract } from "@/lib/activity/export/contract";
import { exportWebhookEvents } from "@/lib/activity/export/export-webhook-events";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(exportWebhookEventsContract, exportWebhookEvents);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

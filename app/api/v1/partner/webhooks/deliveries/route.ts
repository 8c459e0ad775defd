import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { listWebhookDeliveriesContract } from "@/lib/webhooks/contract";
import { listWebhookDeliveries } from "@/lib/webhooks/list-webhook-deliveries";

export const GET = partnerRoute(listWebhookDeliveriesContract, listWebhookDeliveries);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { getWebhookStatisticsContract } from "@/lib/webhooks/contract";
import { getWebhookStatistics } from "@/lib/webhooks/statistics/get-webhook-statistics";

export const GET = personRoute(getWebhookStatisticsContract, getWebhookStatistics);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { deliverWebhooksJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(deliverWebhooksJob);
export const POST = backgroundRoute(deliverWebhooksJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

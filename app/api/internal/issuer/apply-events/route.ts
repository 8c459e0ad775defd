import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { applyIssuerEventsJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(applyIssuerEventsJob);
export const POST = backgroundRoute(applyIssuerEventsJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

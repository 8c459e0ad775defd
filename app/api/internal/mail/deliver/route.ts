import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { deliverMessagesJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(deliverMessagesJob);
export const POST = backgroundRoute(deliverMessagesJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

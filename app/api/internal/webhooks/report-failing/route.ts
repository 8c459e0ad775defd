import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { reportFailingEndpointsJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(reportFailingEndpointsJob);
export const POST = backgroundRoute(reportFailingEndpointsJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

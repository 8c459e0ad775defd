import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { forgetRequestsJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(forgetRequestsJob);
export const POST = backgroundRoute(forgetRequestsJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

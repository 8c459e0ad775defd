import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/scheduler/background-route";
import { forgetRequestsJob } from "@/lib/scheduler/jobs";

export const GET = backgroundRoute(forgetRequestsJob);
export const POST = backgroundRoute(forgetRequestsJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { advanceDisputesJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(advanceDisputesJob);
export const POST = backgroundRoute(advanceDisputesJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { expireHoldsJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(expireHoldsJob);
export const POST = backgroundRoute(expireHoldsJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

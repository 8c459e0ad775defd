import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { findPayoutsJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(findPayoutsJob);
export const POST = backgroundRoute(findPayoutsJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

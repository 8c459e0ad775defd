import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { sendPayoutsJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(sendPayoutsJob);
export const POST = backgroundRoute(sendPayoutsJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

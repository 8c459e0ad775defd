import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/scheduler/background-route";
import { sendPayoutsJob } from "@/lib/scheduler/jobs";

export const GET = backgroundRoute(sendPayoutsJob);
export const POST = backgroundRoute(sendPayoutsJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

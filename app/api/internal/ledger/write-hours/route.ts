import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/scheduler/background-route";
import { writeHoursJob } from "@/lib/scheduler/jobs";

export const GET = backgroundRoute(writeHoursJob);
export const POST = backgroundRoute(writeHoursJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

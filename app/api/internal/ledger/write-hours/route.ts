import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { writeHoursJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(writeHoursJob);
export const POST = backgroundRoute(writeHoursJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

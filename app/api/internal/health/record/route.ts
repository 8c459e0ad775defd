import { otherMethods } from "@/lib/http/other-methods";
import { recordHealthJob } from "@/lib/operations/health/history/record-health-job";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";

export const GET = backgroundRoute(recordHealthJob);
export const POST = backgroundRoute(recordHealthJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

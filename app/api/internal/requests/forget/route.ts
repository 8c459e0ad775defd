import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { purgeRequestLogJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(purgeRequestLogJob);
export const POST = backgroundRoute(purgeRequestLogJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

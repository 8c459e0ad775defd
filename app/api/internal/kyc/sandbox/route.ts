import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { collectKycOutcomesJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(collectKycOutcomesJob);
export const POST = backgroundRoute(collectKycOutcomesJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

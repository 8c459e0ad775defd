import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { purgeOldRowsJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(purgeOldRowsJob);
export const POST = backgroundRoute(purgeOldRowsJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { sweepDepositsJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(sweepDepositsJob);
export const POST = backgroundRoute(sweepDepositsJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { watchChainsJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(watchChainsJob);
export const POST = backgroundRoute(watchChainsJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

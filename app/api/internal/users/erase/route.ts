import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { eraseUserDataJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(eraseUserDataJob);
export const POST = backgroundRoute(eraseUserDataJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

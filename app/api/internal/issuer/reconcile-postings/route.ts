import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { reconcileIssuerPostingsJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(reconcileIssuerPostingsJob);
export const POST = backgroundRoute(reconcileIssuerPostingsJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { deliverIssuerUpdatesJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(deliverIssuerUpdatesJob);
export const POST = backgroundRoute(deliverIssuerUpdatesJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

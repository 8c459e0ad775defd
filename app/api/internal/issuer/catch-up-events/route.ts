import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { catchUpIssuerEventsJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(catchUpIssuerEventsJob);
export const POST = backgroundRoute(catchUpIssuerEventsJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { reconcileIssuerCardsJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(reconcileIssuerCardsJob);
export const POST = backgroundRoute(reconcileIssuerCardsJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { refreshSanctionsListJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(refreshSanctionsListJob);
export const POST = backgroundRoute(refreshSanctionsListJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { eraseKycDataJob } from "@/lib/operations/scheduler/jobs";

export const GET = backgroundRoute(eraseKycDataJob);
export const POST = backgroundRoute(eraseKycDataJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { reconcileJob } from "@/lib/operations/scheduler/books-jobs";

export const GET = backgroundRoute(reconcileJob);
export const POST = backgroundRoute(reconcileJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

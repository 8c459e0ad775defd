import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { sumWalletsJob } from "@/lib/operations/scheduler/books-jobs";

export const GET = backgroundRoute(sumWalletsJob);
export const POST = backgroundRoute(sumWalletsJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

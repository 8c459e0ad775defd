import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { snapshotHourlyBalancesJob } from "@/lib/operations/scheduler/books-jobs";

export const GET = backgroundRoute(snapshotHourlyBalancesJob);
export const POST = backgroundRoute(snapshotHourlyBalancesJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

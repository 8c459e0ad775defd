import { getOverviewContract } from "@/lib/activity/overview/contract";
import { getOverview } from "@/lib/activity/overview/get-overview";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(getOverviewContract, getOverview);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

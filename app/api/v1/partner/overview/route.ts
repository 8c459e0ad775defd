import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { getOverviewContract } from "@/lib/overview/contract";
import { getOverview } from "@/lib/overview/get-overview";

export const GET = personRoute(getOverviewContract, getOverview);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

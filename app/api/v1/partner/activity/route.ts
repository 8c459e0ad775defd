import { getRecentActivityContract } from "@/lib/activity/recent/contract";
import { getRecentActivity } from "@/lib/activity/recent/get-recent-activity";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(getRecentActivityContract, getRecentActivity);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

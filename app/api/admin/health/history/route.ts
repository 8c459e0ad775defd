import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { getHealthHistoryContract } from "@/lib/operations/health/history/contract";
import { getHealthHistory } from "@/lib/operations/health/history/get-health-history";

export const GET = adminRoute(getHealthHistoryContract, getHealthHistory);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { getAdminDisputeContract } from "@/lib/cards/disputes/console/contract";
import { getAdminDispute } from "@/lib/cards/disputes/console/get-admin-dispute";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getAdminDisputeContract, getAdminDispute);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

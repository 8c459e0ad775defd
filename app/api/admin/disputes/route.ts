import { listAdminDisputesContract } from "@/lib/cards/disputes/console/contract";
import { listAdminDisputes } from "@/lib/cards/disputes/console/list-admin-disputes";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(listAdminDisputesContract, listAdminDisputes);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

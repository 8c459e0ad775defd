import { exportAdminDisputesContract } from "@/lib/cards/disputes/console/contract";
import { exportAdminDisputes } from "@/lib/cards/disputes/console/export-admin-disputes";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(exportAdminDisputesContract, exportAdminDisputes);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

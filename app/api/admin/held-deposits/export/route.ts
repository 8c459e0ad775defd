import { exportHeldDepositsContract } from "@/lib/deposits/held/contract";
import { exportHeldDeposits } from "@/lib/deposits/held/export-held-deposits";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(exportHeldDepositsContract, exportHeldDeposits);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { getTreasuryContract } from "@/lib/backoffice/contract";
import { getTreasury } from "@/lib/backoffice/get-treasury";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getTreasuryContract, getTreasury);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { retryDisputeContract } from "@/lib/cards/disputes/console/contract";
import { retryDispute } from "@/lib/cards/disputes/console/retry-dispute";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(retryDisputeContract, retryDispute);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

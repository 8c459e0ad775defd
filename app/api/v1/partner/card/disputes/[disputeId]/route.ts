import { getDisputeContract } from "@/lib/cards/disputes/contract";
import { getDispute } from "@/lib/cards/disputes/get-dispute";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const GET = partnerRoute(getDisputeContract, getDispute);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

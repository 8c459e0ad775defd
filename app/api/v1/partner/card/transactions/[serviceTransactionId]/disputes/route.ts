import { openDisputeContract } from "@/lib/cards/disputes/contract";
import { existingDispute } from "@/lib/cards/disputes/get-dispute";
import { openDispute } from "@/lib/cards/disputes/open-dispute";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const POST = partnerRoute(openDisputeContract, openDispute, { existing: existingDispute });
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

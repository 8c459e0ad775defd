import { fundCardContract } from "@/lib/cards/contract";
import { fundCard } from "@/lib/cards/fund-card";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const POST = partnerRoute(fundCardContract, fundCard);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

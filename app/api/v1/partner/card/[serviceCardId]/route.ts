import { getCardContract } from "@/lib/cards/contract";
import { getCard } from "@/lib/cards/get-card";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const GET = partnerRoute(getCardContract, getCard);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { getCardContract } from "@/lib/cards/contract";
import { getCard } from "@/lib/cards/get-card";
import { partnerRoute } from "@/lib/http/partner-route";

export const GET = partnerRoute(getCardContract, getCard);

import { fundCardContract } from "@/lib/cards/contract";
import { fundCard } from "@/lib/cards/fund-card";
import { partnerRoute } from "@/lib/http/partner-route";

export const POST = partnerRoute(fundCardContract, fundCard);

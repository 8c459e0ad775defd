import { withdrawFromCardContract } from "@/lib/cards/contract";
import { withdrawFromCard } from "@/lib/cards/withdraw-from-card";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const POST = partnerRoute(withdrawFromCardContract, withdrawFromCard);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

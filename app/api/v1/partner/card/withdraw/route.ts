import { withdrawFromCardContract } from "@/lib/cards/contract";
import { withdrawFromCard } from "@/lib/cards/withdraw-from-card";
import { partnerRoute } from "@/lib/http/partner-route";

export const POST = partnerRoute(withdrawFromCardContract, withdrawFromCard);

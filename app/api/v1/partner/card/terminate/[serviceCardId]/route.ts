import { terminateCardContract } from "@/lib/cards/contract";
import { terminateCard } from "@/lib/cards/terminate-card";
import { partnerRoute } from "@/lib/http/partner-route";

export const DELETE = partnerRoute(terminateCardContract, terminateCard);

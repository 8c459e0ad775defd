import { terminateCardContract } from "@/lib/cards/contract";
import { terminateCard } from "@/lib/cards/terminate-card";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const DELETE = partnerRoute(terminateCardContract, terminateCard);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");

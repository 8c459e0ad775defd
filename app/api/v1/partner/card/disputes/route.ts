import { listDisputesContract } from "@/lib/cards/disputes/contract";
import { listDisputes } from "@/lib/cards/disputes/list-disputes";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const GET = partnerRoute(listDisputesContract, listDisputes);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

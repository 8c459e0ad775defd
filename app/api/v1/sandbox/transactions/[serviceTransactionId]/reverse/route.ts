import { reverseTransaction } from "@/lib/cards/reverse-transaction";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { simulateReversalContract } from "@/lib/sandbox/contract";
import { simulateChange } from "@/lib/sandbox/simulate-change";

export const POST = partnerRoute(simulateReversalContract, simulateChange(reverseTransaction));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { refundTransaction } from "@/lib/cards/refund-transaction";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { simulateRefundContract } from "@/lib/sandbox/contract";
import { simulateChange } from "@/lib/sandbox/simulate-change";

export const POST = partnerRoute(simulateRefundContract, simulateChange(refundTransaction));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

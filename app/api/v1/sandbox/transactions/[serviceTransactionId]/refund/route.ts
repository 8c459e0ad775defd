import { refundTransaction } from "@/lib/cards/refund-transaction";
import { partnerRoute } from "@/lib/http/partner-route";
import { simulateRefundContract } from "@/lib/sandbox/contract";
import { simulateChange } from "@/lib/sandbox/simulate-change";

export const POST = partnerRoute(simulateRefundContract, simulateChange(refundTransaction));

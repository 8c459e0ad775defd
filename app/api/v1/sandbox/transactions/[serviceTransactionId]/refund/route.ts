import { refundTransaction } from "@/lib/cards/refund-transaction";
import { otherSandboxMethods } from "@/lib/http/other-sandbox-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { simulateRefundContract } from "@/lib/sandbox/contract";
import { simulateChange } from "@/lib/sandbox/simulate-change";

export const POST = partnerRoute(simulateRefundContract, simulateChange(refundTransaction));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherSandboxMethods("POST");

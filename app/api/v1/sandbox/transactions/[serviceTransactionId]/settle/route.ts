import { settleTransaction } from "@/lib/cards/settle-transaction";
import { otherSandboxMethods } from "@/lib/http/other-sandbox-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { simulateSettlementContract } from "@/lib/sandbox/contract";
import { simulateChange } from "@/lib/sandbox/simulate-change";

export const POST = partnerRoute(simulateSettlementContract, simulateChange(settleTransaction));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherSandboxMethods("POST");

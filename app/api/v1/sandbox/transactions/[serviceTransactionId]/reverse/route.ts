import { reverseTransaction } from "@/lib/cards/reverse-transaction";
import { otherSandboxMethods } from "@/lib/http/other-sandbox-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { simulateReversalContract } from "@/lib/sandbox/contract";
import { simulateChange } from "@/lib/sandbox/simulate-change";

export const POST = partnerRoute(simulateReversalContract, simulateChange(reverseTransaction));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherSandboxMethods("POST");

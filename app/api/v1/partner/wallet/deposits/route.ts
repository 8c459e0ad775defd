import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { listDepositsContract } from "@/lib/wallet/deposits/contract";
import { listDeposits } from "@/lib/wallet/deposits/list-deposits";

export const GET = partnerRoute(listDepositsContract, listDeposits);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

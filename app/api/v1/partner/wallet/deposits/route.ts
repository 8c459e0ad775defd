import { listDepositsContract } from "@/lib/deposits/contract";
import { listDeposits } from "@/lib/deposits/list-deposits";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const GET = partnerRoute(listDepositsContract, listDeposits);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

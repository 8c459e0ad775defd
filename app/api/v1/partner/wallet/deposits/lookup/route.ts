import { lookupDepositContract } from "@/lib/deposits/contract";
import { lookupDeposit } from "@/lib/deposits/lookup/lookup-deposit";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const POST = partnerRoute(lookupDepositContract, lookupDeposit);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

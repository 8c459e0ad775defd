import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { lookupDepositContract } from "@/lib/wallet/deposits/contract";
import { lookupDeposit } from "@/lib/wallet/deposits/lookup/lookup-deposit";

export const POST = partnerRoute(lookupDepositContract, lookupDeposit);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { getWalletTransactionContract } from "@/lib/wallet/contract";
import { getWalletTransaction } from "@/lib/wallet/get-wallet-transaction";

export const GET = partnerRoute(getWalletTransactionContract, getWalletTransaction);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { listWalletTransactionsContract } from "@/lib/wallet/contract";
import { listWalletTransactions } from "@/lib/wallet/list-wallet-transactions";

export const GET = partnerRoute(listWalletTransactionsContract, listWalletTransactions);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

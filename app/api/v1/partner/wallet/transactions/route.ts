import { partnerRoute } from "@/lib/http/partner-route";
import { listWalletTransactionsContract } from "@/lib/wallet/contract";
import { listWalletTransactions } from "@/lib/wallet/list-wallet-transactions";

export const GET = partnerRoute(listWalletTransactionsContract, listWalletTransactions);

import { listCardTransactionsContract } from "@/lib/cards/contract";
import { listCardTransactions } from "@/lib/cards/list-card-transactions";
import { partnerRoute } from "@/lib/http/partner-route";

export const GET = partnerRoute(listCardTransactionsContract, listCardTransactions);

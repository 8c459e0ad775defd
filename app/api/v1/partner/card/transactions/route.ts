import { listCardTransactionsContract } from "@/lib/cards/contract";
import { listCardTransactions } from "@/lib/cards/list-card-transactions";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const GET = partnerRoute(listCardTransactionsContract, listCardTransactions);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

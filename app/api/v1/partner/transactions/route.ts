import { searchTransactionsContract } from "@/lib/activity/transactions/contract";
import { searchTransactions } from "@/lib/activity/transactions/search-transactions";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(searchTransactionsContract, searchTransactions);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

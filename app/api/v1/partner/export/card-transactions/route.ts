import { exportCardTransactionsContract } from "@/lib/activity/export/contract";
import { exportCardTransactions } from "@/lib/activity/export/export-card-transactions";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(exportCardTransactionsContract, exportCardTransactions);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

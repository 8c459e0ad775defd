import { exportWalletTransactionsContract } from "@/lib/activity/export/contract";
import { exportWalletTransactions } from "@/lib/activity/export/export-wallet-transactions";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(exportWalletTransactionsContract, exportWalletTransactions);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

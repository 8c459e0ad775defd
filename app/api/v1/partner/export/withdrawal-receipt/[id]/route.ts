import { exportWithdrawalReceiptContract } from "@/lib/accounting/receipts/contract";
import { exportWithdrawalReceipt } from "@/lib/accounting/receipts/export-withdrawal-receipt";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(exportWithdrawalReceiptContract, exportWithdrawalReceipt);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

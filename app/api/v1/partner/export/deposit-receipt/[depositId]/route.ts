import { exportDepositReceiptContract } from "@/lib/accounting/receipts/contract";
import { exportDepositReceipt } from "@/lib/accounting/receipts/export-deposit-receipt";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(exportDepositReceiptContract, exportDepositReceipt);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

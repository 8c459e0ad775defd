import { runReconciliation } from "@/lib/accounting/checks/run-reconciliation";
import { runReconciliationContract } from "@/lib/accounting/contract";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(runReconciliationContract, runReconciliation);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { runReconciliation } from "@/lib/books/checks/run-reconciliation";
import { runReconciliationContract } from "@/lib/books/contract";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(runReconciliationContract, runReconciliation);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

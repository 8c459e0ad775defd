import { runInvariants } from "@/lib/accounting/checks/run-invariants";
import { runInvariantsContract } from "@/lib/accounting/contract";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(runInvariantsContract, runInvariants);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

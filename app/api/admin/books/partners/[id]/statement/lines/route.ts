import { exportStatementContract } from "@/lib/accounting/statement/contract";
import { exportStatement } from "@/lib/accounting/statement/export-statement";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(exportStatementContract, exportStatement);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

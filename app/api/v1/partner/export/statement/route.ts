import { exportOwnStatementContract } from "@/lib/accounting/statement/contract";
import { exportOwnStatement } from "@/lib/accounting/statement/export-statement";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(exportOwnStatementContract, exportOwnStatement);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

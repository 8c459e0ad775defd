import { getStatementContract } from "@/lib/accounting/statement/contract";
import { getStatement } from "@/lib/accounting/statement/get-statement";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getStatementContract, getStatement);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

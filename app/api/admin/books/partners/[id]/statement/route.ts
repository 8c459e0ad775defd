import { getStatementContract } from "@/lib/books/contract";
import { getStatement } from "@/lib/books/statement/get-statement";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getStatementContract, getStatement);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { getOwnStatementContract } from "@/lib/accounting/statement/contract";
import { getOwnStatement } from "@/lib/accounting/statement/get-own-statement";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(getOwnStatementContract, getOwnStatement);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

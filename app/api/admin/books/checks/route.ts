import { getBookChecks } from "@/lib/accounting/checks/get-book-checks";
import { getBookChecksContract } from "@/lib/accounting/contract";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getBookChecksContract, getBookChecks);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

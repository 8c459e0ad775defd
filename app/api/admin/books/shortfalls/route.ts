import { listShortfallsContract } from "@/lib/accounting/contract";
import { listShortfalls } from "@/lib/accounting/shortfalls/list-shortfalls";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(listShortfallsContract, listShortfalls);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

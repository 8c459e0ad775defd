import { exportShortfallsContract } from "@/lib/accounting/contract";
import { exportShortfalls } from "@/lib/accounting/shortfalls/export-shortfalls";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(exportShortfallsContract, exportShortfalls);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

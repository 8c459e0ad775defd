import { exportJournalsContract } from "@/lib/accounting/contract";
import { exportJournals } from "@/lib/accounting/journals/export-journals";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(exportJournalsContract, exportJournals);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

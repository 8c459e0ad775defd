import { listJournalsContract } from "@/lib/accounting/contract";
import { listJournals } from "@/lib/accounting/journals/list-journals";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(listJournalsContract, listJournals);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

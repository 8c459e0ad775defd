import { getJournalContract } from "@/lib/accounting/contract";
import { getJournal } from "@/lib/accounting/journals/get-journal";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getJournalContract, getJournal);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

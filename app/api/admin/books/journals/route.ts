import { listJournalsContract } from "@/lib/books/contract";
import { listJournals } from "@/lib/books/journals/list-journals";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(listJournalsContract, listJournals);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

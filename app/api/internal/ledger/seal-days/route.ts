import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { sealLedgerDaysJob } from "@/lib/operations/scheduler/books-jobs";

export const GET = backgroundRoute(sealLedgerDaysJob);
export const POST = backgroundRoute(sealLedgerDaysJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { auditLedgerJob } from "@/lib/operations/scheduler/books-jobs";

export const GET = backgroundRoute(auditLedgerJob);
export const POST = backgroundRoute(auditLedgerJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

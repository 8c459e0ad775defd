import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { verifyAuditLogJob } from "@/lib/operations/scheduler/books-jobs";

export const GET = backgroundRoute(verifyAuditLogJob);
export const POST = backgroundRoute(verifyAuditLogJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

import { exportOperatorPostingsContract } from "@/lib/accounting/postings/contract";
import { exportOperatorPostings } from "@/lib/accounting/postings/export-operator-postings";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(exportOperatorPostingsContract, exportOperatorPostings);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

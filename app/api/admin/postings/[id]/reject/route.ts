import { rejectOperatorPostingContract } from "@/lib/accounting/postings/contract";
import { rejectOperatorPosting } from "@/lib/accounting/postings/reject-operator-posting";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(rejectOperatorPostingContract, rejectOperatorPosting);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

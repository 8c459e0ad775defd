import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { rejectOperatorPostingContract } from "@/lib/postings/contract";
import { rejectOperatorPosting } from "@/lib/postings/reject-operator-posting";

export const POST = adminRoute(rejectOperatorPostingContract, rejectOperatorPosting);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { getOperatorPostingContract } from "@/lib/accounting/postings/contract";
import { getOperatorPosting } from "@/lib/accounting/postings/get-operator-posting";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getOperatorPostingContract, getOperatorPosting);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

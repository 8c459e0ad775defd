import { cancelOperatorPosting } from "@/lib/accounting/postings/cancel-operator-posting";
import { cancelOperatorPostingContract } from "@/lib/accounting/postings/contract";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(cancelOperatorPostingContract, cancelOperatorPosting);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

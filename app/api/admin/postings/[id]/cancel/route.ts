import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { cancelOperatorPosting } from "@/lib/postings/cancel-operator-posting";
import { cancelOperatorPostingContract } from "@/lib/postings/contract";

export const POST = adminRoute(cancelOperatorPostingContract, cancelOperatorPosting);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

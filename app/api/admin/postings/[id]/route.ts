import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { getOperatorPostingContract } from "@/lib/postings/contract";
import { getOperatorPosting } from "@/lib/postings/get-operator-posting";

export const GET = adminRoute(getOperatorPostingContract, getOperatorPosting);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

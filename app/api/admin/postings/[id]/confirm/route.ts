import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { confirmOperatorPosting } from "@/lib/postings/confirm-operator-posting";
import { confirmOperatorPostingContract } from "@/lib/postings/contract";

export const POST = adminRoute(confirmOperatorPostingContract, confirmOperatorPosting);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

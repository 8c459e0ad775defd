import { confirmOperatorPosting } from "@/lib/accounting/postings/confirm-operator-posting";
import { confirmOperatorPostingContract } from "@/lib/accounting/postings/contract";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(confirmOperatorPostingContract, confirmOperatorPosting);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

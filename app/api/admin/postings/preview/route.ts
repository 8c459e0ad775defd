import { previewOperatorPostingContract } from "@/lib/accounting/postings/contract";
import { previewOperatorPosting } from "@/lib/accounting/postings/preview-operator-posting";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(previewOperatorPostingContract, previewOperatorPosting);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { previewOperatorPostingContract } from "@/lib/postings/contract";
import { previewOperatorPosting } from "@/lib/postings/preview-operator-posting";

export const POST = adminRoute(previewOperatorPostingContract, previewOperatorPosting);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

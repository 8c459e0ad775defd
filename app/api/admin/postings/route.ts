import {
  listOperatorPostingsContract,
  requestOperatorPostingContract,
} from "@/lib/accounting/postings/contract";
import { listOperatorPostings } from "@/lib/accounting/postings/list-operator-postings";
import { requestOperatorPosting } from "@/lib/accounting/postings/request-operator-posting";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(listOperatorPostingsContract, listOperatorPostings);
export const POST = adminRoute(requestOperatorPostingContract, requestOperatorPosting);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import {
  listOperatorPostingsContract,
  requestOperatorPostingContract,
} from "@/lib/postings/contract";
import { listOperatorPostings } from "@/lib/postings/list-operator-postings";
import { requestOperatorPosting } from "@/lib/postings/request-operator-posting";

export const GET = adminRoute(listOperatorPostingsContract, listOperatorPostings);
export const POST = adminRoute(requestOperatorPostingContract, requestOperatorPosting);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

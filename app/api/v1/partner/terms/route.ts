import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { getTermsContract } from "@/lib/partners/contract";
import { getTerms } from "@/lib/partners/get-terms";

export const GET = personRoute(getTermsContract, getTerms);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { getCompanyContract } from "@/lib/partners/company/contract";
import { getCompany } from "@/lib/partners/company/get-company";

export const GET = personRoute(getCompanyContract, getCompany);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

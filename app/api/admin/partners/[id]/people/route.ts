import { listPartnerPeopleContract } from "@/lib/backoffice/partners/contract";
import { listPartnerPeople } from "@/lib/backoffice/partners/list-partner-people";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(listPartnerPeopleContract, listPartnerPeople);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

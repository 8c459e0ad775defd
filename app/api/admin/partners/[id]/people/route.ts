import { listPartnerPeopleContract } from "@/lib/admin-partners/contract";
import { listPartnerPeople } from "@/lib/admin-partners/list-partner-people";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(listPartnerPeopleContract, listPartnerPeople);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

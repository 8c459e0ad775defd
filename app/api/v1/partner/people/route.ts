import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { listPeopleContract } from "@/lib/people/team/contract";
import { listPeople } from "@/lib/people/team/list-people";

export const GET = personRoute(listPeopleContract, listPeople);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

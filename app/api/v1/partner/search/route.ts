import { searchContract } from "@/lib/activity/search/contract";
import { search } from "@/lib/activity/search/search";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(searchContract, search);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { searchContract } from "@/lib/search/contract";
import { search } from "@/lib/search/search";

export const GET = personRoute(searchContract, search);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { listRequestsContract } from "@/lib/request-log/contract";
import { listRequests } from "@/lib/request-log/list-requests";

export const GET = personRoute(listRequestsContract, listRequests);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

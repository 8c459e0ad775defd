import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { getRequestContract } from "@/lib/request-log/contract";
import { getRequest } from "@/lib/request-log/get-request";

export const GET = personRoute(getRequestContract, getRequest);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

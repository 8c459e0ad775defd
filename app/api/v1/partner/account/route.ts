import { getAccountContract } from "@/lib/account/contract";
import { getAccount } from "@/lib/account/get-account";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(getAccountContract, getAccount);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";
import { getAccountContract } from "@/lib/people/account/contract";
import { getAccount } from "@/lib/people/account/get-account";

export const GET = accountRoute(getAccountContract, getAccount);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

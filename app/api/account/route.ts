import { getAccountContract } from "@/lib/account/contract";
import { getAccount } from "@/lib/account/get-account";
import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = accountRoute(getAccountContract, getAccount);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

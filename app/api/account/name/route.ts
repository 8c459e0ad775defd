import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";
import { changeName } from "@/lib/people/account/change-name";
import { changeNameContract } from "@/lib/people/account/contract";

export const POST = accountRoute(changeNameContract, changeName);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

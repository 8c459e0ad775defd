import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";
import { changePassword } from "@/lib/people/account/change-password";
import { changePasswordContract } from "@/lib/people/account/contract";

export const POST = accountRoute(changePasswordContract, changePassword);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { changePassword } from "@/lib/account/change-password";
import { changePasswordContract } from "@/lib/account/contract";
import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = accountRoute(changePasswordContract, changePassword);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { changePassword } from "@/lib/account/change-password";
import { changePasswordContract } from "@/lib/account/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const POST = personRoute(changePasswordContract, changePassword);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { deleteUserContract, getUserContract } from "@/lib/users/contract";
import { deleteUser } from "@/lib/users/delete-user";
import { getUser } from "@/lib/users/get-user";

export const GET = partnerRoute(getUserContract, getUser);
export const DELETE = partnerRoute(deleteUserContract, deleteUser);
export const { POST, PUT, PATCH, OPTIONS } = otherMethods("GET", "DELETE");

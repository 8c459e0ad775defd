import { getAdminUserContract } from "@/lib/backoffice/users/contract";
import { getAdminUser } from "@/lib/backoffice/users/get-admin-user";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getAdminUserContract, getAdminUser);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

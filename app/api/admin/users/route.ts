import { listAdminUsersContract } from "@/lib/backoffice/users/contract";
import { listAdminUsers } from "@/lib/backoffice/users/list-admin-users";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(listAdminUsersContract, listAdminUsers);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

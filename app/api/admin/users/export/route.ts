import { exportAdminUsersContract } from "@/lib/backoffice/users/contract";
import { exportAdminUsers } from "@/lib/backoffice/users/export-admin-users";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(exportAdminUsersContract, exportAdminUsers);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

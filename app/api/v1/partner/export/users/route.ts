import { exportUsersContract } from "@/lib/activity/export/contract";
import { exportUsers } from "@/lib/activity/export/export-users";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(exportUsersContract, exportUsers);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

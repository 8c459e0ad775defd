import { listAdminRequestsContract } from "@/lib/admin-requests/contract";
import { listAdminRequests } from "@/lib/admin-requests/list-admin-requests";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(listAdminRequestsContract, listAdminRequests);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { listAdminRequestsContract } from "@/lib/people/admin-requests/contract";
import { listAdminRequests } from "@/lib/people/admin-requests/list-admin-requests";

export const GET = adminRoute(listAdminRequestsContract, listAdminRequests);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

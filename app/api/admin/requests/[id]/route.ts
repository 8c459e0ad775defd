import { cancelAdminRequest } from "@/lib/admin-requests/cancel-admin-request";
import { cancelAdminRequestContract } from "@/lib/admin-requests/contract";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const DELETE = adminRoute(cancelAdminRequestContract, cancelAdminRequest);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");

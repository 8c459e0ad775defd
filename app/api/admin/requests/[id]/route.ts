import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { cancelAdminRequest } from "@/lib/people/admin-requests/cancel-admin-request";
import { cancelAdminRequestContract } from "@/lib/people/admin-requests/contract";

export const DELETE = adminRoute(cancelAdminRequestContract, cancelAdminRequest);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");

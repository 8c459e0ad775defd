import { confirmAdminRequest } from "@/lib/admin-requests/confirm-admin-request";
import { confirmAdminRequestContract } from "@/lib/admin-requests/contract";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(confirmAdminRequestContract, confirmAdminRequest);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

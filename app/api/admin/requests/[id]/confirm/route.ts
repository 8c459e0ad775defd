import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { confirmAdminRequest } from "@/lib/people/admin-requests/confirm-admin-request";
import { confirmAdminRequestContract } from "@/lib/people/admin-requests/contract";

export const POST = adminRoute(confirmAdminRequestContract, confirmAdminRequest);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

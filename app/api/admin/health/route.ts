import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { getServiceHealthContract } from "@/lib/operations/health/contract";
import { getServiceHealth } from "@/lib/operations/health/get-service-health";

export const GET = adminRoute(getServiceHealthContract, getServiceHealth);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { getServiceHealthContract } from "@/lib/health/contract";
import { getServiceHealth } from "@/lib/health/get-service-health";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getServiceHealthContract, getServiceHealth);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

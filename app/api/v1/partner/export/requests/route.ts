import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { exportRequestsContract } from "@/lib/request-log/contract";
import { exportRequests } from "@/lib/request-log/export-requests";

export const GET = personRoute(exportRequestsContract, exportRequests);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
